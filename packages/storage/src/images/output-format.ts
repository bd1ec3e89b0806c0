import type { ImageFormat } from './image-type.ts';
import type { Transformation } from './transformation.ts';
import type { RenderPlan } from './worker/worker-process.ts';

/** Quality where none is asked for: imgproxy's. */
const defaultQuality = 80;

/** AVIF looks the same with less. */
const defaultAvifQuality = 65;

/** How long the encoders may try: beyond this they take several times as long for a few bytes less. */
const effort = { webp: 4, avif: 2 } as const;

/** What a browser says it can show, as far as it matters here. */
export interface Accepted {
  readonly webp: boolean;
  readonly avif: boolean;
}

/** The format of a result: one of two, or that of its source. */
export type WantedFormat = 'webp' | 'avif' | 'origin';

/** Reads an Accept header. A type must be named: what programs send that know neither is `*` and `*`. */
export function acceptedFormats(accept: string | undefined): Accepted {
  const named = new Map(
    (accept ?? '').split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      return [type, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  return { webp: named.get('image/webp') === true, avif: named.get('image/avif') === true };
}

/** What the request asks for, or else what its browser shows. */
export function wantedFormat({ format }: Transformation, accepted: Accepted): WantedFormat {
  if (format !== undefined) return format;
  if (accepted.avif) return 'avif';
  return accepted.webp ? 'webp' : 'origin';
}

/** What the encoder of a format is told. */
export function encoding(format: ImageFormat, quality: number | undefined): RenderPlan['options'] {
  switch (format) {
    case 'jpeg':
      return { quality: quality ?? defaultQuality };
    case 'webp':
      return { quality: quality ?? defaultQuality, effort: effort.webp };
    case 'avif':
      return { quality: quality ?? defaultAvifQuality, effort: effort.avif };
    default:
      return {};
  }
}
