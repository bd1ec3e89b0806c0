import { type TUnsafe, Type } from 'typebox';

/** Smallest and largest side of a result, in pixels; what is asked for beyond is brought back. */
const smallest = 1;
const largest = 2_000;

const resizes = ['cover', 'contain', 'fill'] as const;
const formats = ['origin', 'avif', 'webp'] as const;
const gravities = [
  'no',
  'so',
  'ea',
  'we',
  'noea',
  'nowe',
  'soea',
  'sowe',
  'ce',
  'sm',
  'fp',
] as const;

/** What of an image is asked for. Absent sides follow from the other one; 0 counts as absent. */
export interface Transformation {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly resize?: (typeof resizes)[number];
  /** 20 to 100. */
  readonly quality?: number;
  readonly format?: (typeof formats)[number];
  /** What `cover` keeps: a side or corner, what matters most (`sm`), or the focal point of the offsets (`fp`). */
  readonly gravity?: (typeof gravities)[number];
  readonly x_offset?: number;
  readonly y_offset?: number;
}

/** JSON Schema of a transformation's members. */
const properties: Readonly<Record<string, object>> = {
  width: { type: 'integer', minimum: 0 },
  height: { type: 'integer', minimum: 0 },
  resize: { type: 'string', enum: resizes },
  quality: { type: 'integer', minimum: 20, maximum: 100 },
  format: { type: 'string', enum: formats },
  gravity: { type: 'string', enum: gravities },
  x_offset: { type: 'number' },
  y_offset: { type: 'number' },
};

/** A focal point needs its two coordinates, as parts of the image. */
const part = { type: 'number', minimum: 0, maximum: 1 };
const focalPoint: object = {
  if: { properties: { gravity: { const: 'fp' } }, required: ['gravity'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['x_offset', 'y_offset'], properties: { x_offset: part, y_offset: part } },
};

/** A transformation in a body. */
export const transformationSchema: TUnsafe<Transformation> = Type.Unsafe<Transformation>({
  type: 'object',
  properties,
  ...focalPoint,
});

/** A transformation in a query, with the name to save its result under. */
export const imageQuery: TUnsafe<Transformation & { readonly download?: string }> = Type.Unsafe<
  Transformation & { readonly download?: string }
>({ type: 'object', properties: { ...properties, download: { type: 'string' } }, ...focalPoint });

/** True where nothing of an image is to change. */
export function isEmpty(transformation: Transformation): boolean {
  return Object.values(transformation).every((value) => value === undefined);
}

/** The same with sides within bounds. */
export function bounded(transformation: Transformation): Transformation {
  const { width, height } = transformation;
  return {
    ...transformation,
    ...(width !== undefined && width > 0 && { width: clamp(width) }),
    ...(height !== undefined && height > 0 && { height: clamp(height) }),
  };
}

function clamp(side: number): number {
  return Math.min(Math.max(side, smallest), largest);
}

/** How a resize is called: in tokens as the client says it, in `x-transformations` as imgproxy does. */
type Wording = 'token' | 'header';

const headerResize = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** `height:200,width:200…`: upstream's text of a transformation. */
export function transformationText(given: Transformation, wording: Wording): string {
  const { width, height, resize, quality, format } = bounded(given);
  const parts = [
    ...(height ? [`height:${height}`] : []),
    ...(width ? [`width:${width}`] : []),
    ...(width || height ? [resizeText(resize, wording)] : []),
    ...(quality ? [`quality:${quality}`] : []),
    ...(format !== undefined && format !== 'origin' ? [`format:${format}`] : []),
    ...gravityText(given),
  ];
  return parts.join(',');
}

function resizeText(resize: Transformation['resize'], wording: Wording): string {
  return wording === 'token'
    ? `resize:${resize ?? 'cover'}`
    : `resizing_type:${headerResize[resize ?? 'cover']}`;
}

function gravityText({ gravity, x_offset: x, y_offset: y }: Transformation): string[] {
  if (gravity === undefined) return [];
  if (gravity === 'sm' || (x === undefined && y === undefined)) return [`gravity:${gravity}`];
  return [`gravity:${gravity}:${x ?? 0}:${y ?? 0}`];
}

/** Reads what a token pins. It is ours, but other servers with the same secret may have written it. */
export function parseTransformation(text: string, format: string | undefined): Transformation {
  const read: Record<string, string | number> = format === 'origin' ? { format } : {};
  for (const part of text.split(',')) {
    const [name = '', value = '', x = '', y = ''] = part.split(':');
    if (name === 'width' || name === 'height' || name === 'quality') {
      const number = Number.parseInt(value, 10);
      if (number > 0) read[name] = name === 'quality' ? Math.min(number, 100) : clamp(number);
    } else if (isChoice(name, value)) {
      read[name] = value;
      if (name === 'gravity') Object.assign(read, offsets(x, y));
    }
  }
  return read as Transformation;
}

const choices: Readonly<Record<string, readonly string[]>> = {
  resize: resizes,
  format: formats,
  gravity: gravities,
};

/** True where `value` is one that the member allows. */
function isChoice(name: string, value: string): boolean {
  return choices[name]?.includes(value) === true;
}

function offsets(x: string, y: string): Pick<Transformation, 'x_offset' | 'y_offset'> {
  const [left, top] = [Number.parseFloat(x), Number.parseFloat(y)];
  return {
    ...(Number.isFinite(left) && { x_offset: left }),
    ...(Number.isFinite(top) && { y_offset: top }),
  };
}
