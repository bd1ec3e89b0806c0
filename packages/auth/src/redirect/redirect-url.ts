import { AppError } from '@plinth/kernel';

/** OAuth's word for a status, in the `error` parameter of a redirect. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** How a sign-in under way hands over its result: tokens in the fragment, or a code in the query. */
export type FlowType = 'implicit' | 'pkce';

/** Parameters in alphabetic order, as Go writes them. */
function encode(parameters: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(sorted).toString();
}

/** The URL with a fragment of its own instead of one it had. `sb` marks it as ours. */
export function withFragment(url: string, parameters: Readonly<Record<string, string>>): string {
  return `${withoutFragment(url)}#${encode({ ...parameters, sb: '' })}`;
}

/** The URL with the tokens of a session behind it; a fragment that it has already stays before them. */
export function withTokens(url: string, parameters: Readonly<Record<string, string>>): string {
  return `${url}#${encode({ ...parameters, sb: '' })}`;
}

/** The URL with more parameters in its query. */
export function withQuery(url: string, parameters: Readonly<Record<string, string>>): string {
  const [address = '', query = ''] = splitQuery(withoutFragment(url));
  const merged = { ...Object.fromEntries(new URLSearchParams(query)), ...parameters };
  return `${address}?${encode(merged)}`;
}

/** Where a failed link leads: the error in the fragment, and in the query too for a code flow. */
export function errorUrl(url: string, error: unknown, flow: FlowType): string {
  const failure = error instanceof AppError ? error : undefined;
  const status = failure?.status ?? 500;
  const word = oauthErrors[status];
  const parameters = {
    ...(word !== undefined && { error: word }),
    error_code: failure?.code ?? 'unexpected_failure',
    error_description: failure?.message ?? 'Unexpected failure',
  };
  const target = flow === 'pkce' ? withQuery(url, parameters) : url;
  return withFragment(target, parameters);
}

/** Where a link leads that did its part, but is not the last one. */
export function messageUrl(url: string, message: string, flow: FlowType): string {
  return withFragment(flow === 'pkce' ? withQuery(url, { message }) : url, { message });
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url;
}

function splitQuery(url: string): [string, string] {
  const question = url.indexOf('?');
  return question < 0 ? [url, ''] : [url.slice(0, question), url.slice(question + 1)];
}
