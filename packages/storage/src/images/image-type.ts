/** A format that images are read and written in. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** Bytes that are looked at. */
const headSize = 32;

/** The format that the first bytes of a file announce, whatever its object is called; undefined for any other. */
export function imageFormat(head: Uint8Array): ImageFormat | undefined {
  const text = Buffer.from(head.subarray(0, headSize)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (text.startsWith('ftyp', 4) && /avif|avis|mif1/.test(text.slice(8))) return 'avif';
  return undefined;
}

/** The media type of a format. */
export function contentTypeOf(format: ImageFormat): string {
  return `image/${format}`;
}
