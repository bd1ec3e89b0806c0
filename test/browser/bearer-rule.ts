import type { Call, NetworkLog } from './network-log.ts';

export interface BearerRule {
  /** Origin of the backend. */
  readonly backendUrl: string;
  /** Keys that a browser may hold: those of the project, and for Studio that of the control project. */
  readonly publicKeys: readonly string[];
  /** Keys and secrets that must never be in a browser. */
  readonly secrets: readonly string[];
}

/** How many calls carried what. */
export interface BearerCounts {
  readonly sessionToken: number;
  readonly publicKey: number;
}

/** Services that answer to a caller, below a project's prefix or the default project's. */
const servicePath = /^(\/p\/[^/]+)?\/(rest|auth|storage|functions|realtime|console)\/v\d/;

/** A page learns of an answer this much later than the network, at most; in milliseconds. */
const grace = 150;

/** A change of what a page should send: a session's token, or null when it has ended. */
interface Turn {
  readonly at: number;
  readonly origin: string;
  readonly token: string | null;
}

/**
 * Asserts over all calls of a browser context: the bearer is the session's access token while a session
 * exists and otherwise the public key, and no secret is in any request or answer.
 * When a session exists is read from the log too: from the tokens that the server handed out and the sign-outs.
 */
export async function assertBearerRule(
  log: Pick<NetworkLog, 'calls' | 'sockets'>,
  rule: BearerRule,
): Promise<BearerCounts> {
  const calls = (await log.calls()).filter(({ url }) => isService(url, rule));
  const turns = calls.flatMap(turnsOf).sort((a, b) => a.at - b.at);
  const problems: string[] = [];
  const counts = { sessionToken: 0, publicKey: 0 };
  for (const call of calls) {
    problems.push(...leaks(call, rule));
    // A link that somebody follows cannot carry a header.
    if (call.navigation || call.method === 'OPTIONS' || isSigned(call, calls)) continue;
    const bearer = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
    const allowed = allowedBearers(call, turns, rule);
    if (!allowed.includes(bearer)) problems.push(describe(call, bearer, turns, rule));
    else if (rule.publicKeys.includes(bearer)) counts.publicKey += 1;
    else counts.sessionToken += 1;
  }
  for (const url of log.sockets) {
    const key = new URL(url).searchParams.get('apikey') ?? '';
    if (servicePath.test(new URL(url).pathname) && !rule.publicKeys.includes(key))
      problems.push(`WebSocket ${url} without the public key`);
  }
  if (problems.length > 0) throw new Error(`The bearer rule is broken:\n${problems.join('\n')}`);
  return counts;
}

function isService(url: string, { backendUrl }: BearerRule): boolean {
  const { origin, pathname } = new URL(url);
  return origin === new URL(backendUrl).origin && servicePath.test(pathname);
}

/** True of a signed URL of a file, which stands for its signer without a header: an earlier answer has brought it. */
function isSigned({ url, headers, startedAt }: Call, calls: readonly Call[]): boolean {
  const { pathname, searchParams } = new URL(url);
  const token = searchParams.get('token');
  if (token === null || headers.authorization !== undefined) return false;
  return (
    /\/storage\/v1\/(object|object\/upload|render\/image)\/sign\//.test(pathname) &&
    calls.some(
      ({ answer, answeredAt }) =>
        answeredAt > 0 && answeredAt <= startedAt + grace && answer.includes(token),
    )
  );
}

/** What a call changes: it brings a token, or ends the session. */
function turnsOf(call: Call): Turn[] {
  const { pathname, searchParams } = new URL(call.url);
  if (!pathname.includes('/auth/v1/')) return [];
  const at = call.answeredAt;
  if (pathname.endsWith('/logout')) {
    // Who signs out of this device only drops the session first, and does not wait for the answer.
    const end = searchParams.get('scope') === 'local' ? call.startedAt : at;
    return end === 0 ? [] : [{ at: end, origin: call.pageOrigin, token: null }];
  }
  if (at === 0) return [];
  if (call.location !== '') {
    const target = new URL(call.location, call.url);
    const token = new URLSearchParams(target.hash.slice(1)).get('access_token');
    return token === null ? [] : [{ at, origin: target.origin, token }];
  }
  // A session that the server refuses to renew has ended.
  if (searchParams.get('grant_type') === 'refresh_token' && /^4(?!29)/.test(String(call.status)))
    return [{ at, origin: call.pageOrigin, token: null }];
  // An administrator's answers hold users and links, but no session of the page's own.
  if (!/\/(token|signup|verify)$/.test(pathname)) return [];
  const token = /"access_token"\s*:\s*"([^"]+)"/.exec(call.answer)?.[1];
  return token === undefined ? [] : [{ at, origin: call.pageOrigin, token }];
}

function allowedBearers(
  call: Call,
  turns: readonly Turn[],
  { publicKeys }: BearerRule,
): readonly string[] {
  const own = turns.filter(({ origin, at }) => origin === call.pageOrigin && at <= call.startedAt);
  const before = own.filter(({ at }) => at <= call.startedAt - grace).at(-1)?.token ?? null;
  const recent = own.filter(({ at }) => at > call.startedAt - grace).map(({ token }) => token);
  const tokens = [before, ...recent];
  // Where a token is asked for, the caller is nobody yet: an old one that has ended would be refused.
  const asksForToken = new URL(call.url).pathname.endsWith('/auth/v1/token');
  return [
    ...tokens.filter((token) => token !== null),
    ...(tokens.includes(null) || asksForToken ? publicKeys : []),
  ];
}

function leaks({ method, url, headers, body, answer }: Call, { secrets }: BearerRule): string[] {
  const sent = `${url}\n${Object.values(headers).join('\n')}\n${body}`;
  return secrets.flatMap((secret) => [
    ...(sent.includes(secret) ? [`${method} ${url} sends a secret`] : []),
    ...(answer.includes(secret) ? [`${method} ${url} brings a secret into the browser`] : []),
  ]);
}

function describe(
  { method, url, pageOrigin, startedAt }: Call,
  bearer: string,
  turns: readonly Turn[],
  { publicKeys }: BearerRule,
): string {
  const known = turns.find(({ token }) => token === bearer);
  const sent = publicKeys.includes(bearer)
    ? 'the public key'
    : bearer === ''
      ? 'no bearer'
      : known !== undefined
        ? `a token of ${startedAt - known.at} ms ago`
        : 'an unknown bearer';
  const current = turns.filter(({ origin, at }) => origin === pageOrigin && at <= startedAt).at(-1);
  const wanted = (current?.token ?? null) === null ? 'the public key' : "the session's token";
  return `${method} ${url} (from ${pageOrigin}) carries ${sent} instead of ${wanted}`;
}
