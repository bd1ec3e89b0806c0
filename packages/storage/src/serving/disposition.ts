/** `content-disposition` of a `download` parameter: absent, empty, or the name to save under. */
export function disposition(download: unknown): Readonly<Record<string, string>> {
  const name = Array.isArray(download) ? download[0] : download;
  if (typeof name !== 'string') return {};
  // A half of a surrogate pair cannot be encoded.
  const encoded = encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'));
  if (encoded === '') return { 'content-disposition': 'attachment;' };
  return {
    'content-disposition': `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`,
  };
}
