/** How a file can be shown. */
export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'archive' | 'other';

const textTypes =
  /^(text\/|application\/(json|xml|javascript|sql|toml|yaml|x-yaml|x-sh|ld\+json|x-ndjson|graphql|x-httpd-php)\b|.*\+(json|xml)\b)/;
const archiveTypes = /^application\/(zip|gzip|x-tar|x-7z-compressed|vnd\.rar|x-bzip2|zstd)\b/;
const textEndings =
  /\.(txt|md|csv|tsv|json|jsonl|ya?ml|toml|sql|log|xml|html?|css|[jt]sx?|mjs|py|rb|go|rs|java|c|h|sh|env|ini|svg)$/i;

/** By its type; by its name where the type tells nothing. */
export function kindOf(type: string, name: string): FileKind {
  const bare = type.toLowerCase();
  if (bare.startsWith('image/')) return 'image';
  if (bare.startsWith('video/')) return 'video';
  if (bare.startsWith('audio/')) return 'audio';
  if (bare.startsWith('application/pdf')) return 'pdf';
  if (textTypes.test(bare)) return 'text';
  if (archiveTypes.test(bare)) return 'archive';
  const unknown = bare === '' || bare.startsWith('application/octet-stream');
  return unknown && textEndings.test(name) ? 'text' : 'other';
}

/** True for images that the server can make smaller. */
export const isResizable = (type: string): boolean =>
  /^image\/(png|jpe?g|webp|avif|gif|tiff|heic|heif)\b/i.test(type);

/** True for images that browsers show as they are. */
export const isShowable = (type: string): boolean =>
  /^image\/(png|jpe?g|webp|avif|gif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)\b/i.test(type);
