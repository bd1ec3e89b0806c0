import { BoundedMap } from '@plinth/kernel';
import { anyType, type MediaType, parseMediaType } from './media-type.ts';

/** Accept headers are few and come again and again. */
const parsed = new BoundedMap<string, readonly MediaType[]>(200);

/** Longest header worth remembering, in characters. */
const longestKept = 1_000;

const onlyAny: readonly MediaType[] = [anyType];

/** The acceptable media types, best first: by quality, then by how specific they are. */
export function parseAccept(header: string | undefined): readonly MediaType[] {
  if (header === undefined) return onlyAny;
  const known = parsed.get(header);
  if (known !== undefined) return known;
  const types = rank(header);
  if (header.length <= longestKept) parsed.set(header, types);
  return types;
}

function rank(header: string): readonly MediaType[] {
  return header
    .split(',')
    .map((entry) => {
      const [text = '', rest] = entry.replaceAll(' ', '').split(';q=');
      return { text, quality: qualityOf(rest), specificity: count(text, ';') - count(text, '*') };
    })
    .sort((left, right) => right.quality - left.quality || right.specificity - left.specificity)
    .map(({ text }) => parseMediaType(text));
}

function qualityOf(text: string | undefined): number {
  const quality = Number.parseFloat(text ?? '1');
  return Number.isNaN(quality) ? 1 : quality;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
