/** What a response (or a body) is, as far as the Data API treats it specially. */
export type MediaKind =
  | 'any'
  | 'json'
  | 'geojson'
  | 'csv'
  | 'text'
  | 'xml'
  | 'openapi'
  | 'form'
  | 'bytes'
  /** One object; `stripNulls` drops members that are null. */
  | 'object'
  /** An array of objects without their nulls. */
  | 'strippedArray'
  /** The plan that Postgres makes for the query. */
  | 'plan'
  | 'other';

/** A media type of an Accept or Content-Type header. */
export interface MediaType {
  readonly kind: MediaKind;
  /** As it stands in a Content-Type header, without charset. */
  readonly mime: string;
  readonly stripNulls: boolean;
  readonly plan: PlanType | undefined;
}

/** Parameters of `application/vnd.pgrst.plan`. */
export interface PlanType {
  readonly format: 'json' | 'text';
  readonly target: MediaType;
  readonly options: readonly PlanOption[];
}

type PlanOption = 'analyze' | 'verbose' | 'settings' | 'buffers' | 'wal';

const planOptions: readonly PlanOption[] = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];

const simple = (kind: MediaKind, mime: string): MediaType => ({
  kind,
  mime,
  stripNulls: false,
  plan: undefined,
});

/** The media types that carry no parameters, by their name. */
const known: Readonly<Record<string, MediaType>> = {
  '*/*': simple('any', '*/*'),
  'application/json': simple('json', 'application/json'),
  'application/geo+json': simple('geojson', 'application/geo+json'),
  'text/csv': simple('csv', 'text/csv'),
  'text/plain': simple('text', 'text/plain'),
  'text/xml': simple('xml', 'text/xml'),
  'application/openapi+json': simple('openapi', 'application/openapi+json'),
  'application/x-www-form-urlencoded': simple('form', 'application/x-www-form-urlencoded'),
  'application/octet-stream': simple('bytes', 'application/octet-stream'),
};

const object = simple('object', 'application/vnd.pgrst.object+json');
const strippedObject: MediaType = {
  ...object,
  mime: 'application/vnd.pgrst.object+json;nulls=stripped',
  stripNulls: true,
};
const strippedArray: MediaType = {
  ...simple('strippedArray', 'application/vnd.pgrst.array+json;nulls=stripped'),
  stripNulls: true,
};

const json: MediaType = simple('json', 'application/json');
export const openapi: MediaType = simple('openapi', 'application/openapi+json');
export const anyType: MediaType = simple('any', '*/*');

/** The Content-Type header of a response of this type. */
export function contentType({ kind, mime }: MediaType): string {
  return kind === 'bytes' || kind === 'other' ? mime : `${mime}; charset=utf-8`;
}

const essence = /^\s*([\w.*]+\/[\w.*+-]+)/;
const parameter = /;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([\w|-]+))/g;

/** Reads one media type; what is not known is kept as it stands. */
export function parseMediaType(text: string): MediaType {
  const name = essence.exec(text)?.[1]?.toLowerCase();
  const found = name === undefined ? undefined : known[name];
  if (found !== undefined) return found;
  if (name === undefined || !name.startsWith('application/vnd.pgrst.')) {
    return simple('other', text);
  }
  return parseVendored(name.slice('application/vnd.pgrst.'.length), text);
}

function parseVendored(subtype: string, text: string): MediaType {
  const stripNulls = parametersOf(text).get('nulls') === 'stripped';
  if (subtype === 'object' || subtype === 'object+json') {
    return stripNulls ? strippedObject : object;
  }
  if (subtype === 'array' || subtype === 'array+json') return stripNulls ? strippedArray : json;
  if (subtype === 'plan' || subtype === 'plan+text') return planType('text', text);
  if (subtype === 'plan+json') return planType('json', text);
  return simple('other', text);
}

function planType(format: 'json' | 'text', text: string): MediaType {
  const parameters = parametersOf(text);
  const wanted = (parameters.get('options') ?? '').split('|');
  const options = planOptions.filter((option) => wanted.includes(option));
  const target = parseMediaType(parameters.get('for') ?? 'application/json');
  const suffix = options.length === 0 ? '' : `; options=${options.join('|')}`;
  return {
    kind: 'plan',
    mime: `application/vnd.pgrst.plan+${format}; for="${target.mime}"${suffix}`,
    stripNulls: false,
    plan: { format, target, options },
  };
}

function parametersOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare] of text.matchAll(parameter)) {
    found.set(name.toLowerCase(), quoted ?? bare ?? '');
  }
  return found;
}
