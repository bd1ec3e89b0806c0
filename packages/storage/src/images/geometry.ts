import type { Transformation } from './transformation.ts';
import type { RenderPlan } from './worker/worker-process.ts';

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where `cover` keeps what it keeps, from 0 (left, top) to 1 (right, bottom). */
const anchors: Readonly<Record<string, readonly [x: number, y: number]>> = {
  no: [0.5, 0],
  so: [0.5, 1],
  ea: [1, 0.5],
  we: [0, 0.5],
  noea: [1, 0],
  nowe: [0, 0],
  soea: [1, 1],
  sowe: [0, 1],
  ce: [0.5, 0.5],
};

/** What is to be done to an image of the size `source`. Nothing is ever made larger than it is. */
export function geometryOf(
  source: Size,
  { width, height, resize = 'cover', gravity = 'ce', x_offset: x, y_offset: y }: Transformation,
): Pick<RenderPlan, 'resize' | 'position' | 'extract'> {
  if (!width && !height) return {};
  if (!width || !height || resize === 'contain') {
    return { resize: { ...inside(source, width, height), fit: 'fill' } };
  }
  if (resize === 'fill') {
    const forced = {
      width: Math.min(width, source.width),
      height: Math.min(height, source.height),
    };
    return { resize: { ...forced, fit: 'fill' } };
  }
  if (gravity === 'sm') {
    const kept = { width: Math.min(width, source.width), height: Math.min(height, source.height) };
    return { resize: { ...kept, fit: 'cover' }, position: 'attention' };
  }
  const scale = Math.min(Math.max(width / source.width, height / source.height), 1);
  const scaled = scaledBy(source, scale);
  const kept = {
    width: Math.min(width, scaled.width),
    height: Math.min(height, scaled.height),
  };
  const left = placeOf(scaled.width, kept.width, axis(gravity, 0), x);
  const top = placeOf(scaled.height, kept.height, axis(gravity, 1), y);
  return { resize: { ...scaled, fit: 'fill' }, extract: { left, top, ...kept } };
}

/** The largest size of the same ratio within the sides that are given. */
function inside(source: Size, width: number | undefined, height: number | undefined): Size {
  const scale = Math.min(
    width ? width / source.width : Number.POSITIVE_INFINITY,
    height ? height / source.height : Number.POSITIVE_INFINITY,
    1,
  );
  return scaledBy(source, scale);
}

function scaledBy({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(Math.round(width * scale), 1),
    height: Math.max(Math.round(height * scale), 1),
  };
}

/** Undefined for a focal point: its offsets say where it is. */
function axis(gravity: string, index: 0 | 1): number | undefined {
  return gravity === 'fp' ? undefined : (anchors[gravity]?.[index] ?? 0.5);
}

/** First pixel that is kept of `length`; offsets below 1 are parts of it, others pixels, both counted from the anchor. */
function placeOf(
  length: number,
  kept: number,
  anchor: number | undefined,
  offset: number | undefined,
): number {
  const room = length - kept;
  if (anchor === undefined) return within((offset ?? 0.5) * length - kept / 2, room);
  const shift = Math.abs(offset ?? 0) < 1 ? (offset ?? 0) * length : (offset ?? 0);
  return within(room * anchor + (anchor === 1 ? -shift : shift), room);
}

function within(value: number, most: number): number {
  return Math.min(Math.max(Math.round(value), 0), most);
}
