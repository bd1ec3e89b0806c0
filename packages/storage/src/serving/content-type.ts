/**
 * Types that a browser shows without running anything: they need no sandbox, which would break its PDF viewer. The whole of
 * the value: browsers take `…+xml` of any kind for XML, and of several types behind commas the last one.
 */
const passive =
  /^((image\/(?!svg)|video\/|audio\/|font\/)[\w.-]+|text\/(plain|csv|css|markdown)|application\/(octet-stream|pdf|json|zip|gzip))\s*(;[^,]*)?$/i;

const sandbox = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/**
 * Content type and what goes with it. Files come from strangers and share their origin with the API: HTML is shown as
 * text (as upstream does), nothing is sniffed, and what could run scripts (SVG, XML…) runs in a sandbox without any.
 */
export function contentTypeHeaders(type: string | undefined): Readonly<Record<string, string>> {
  const shown = type?.toLowerCase().includes('text/html') === true ? 'text/plain' : type;
  return {
    'content-type': shown ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    ...(!passive.test(shown ?? 'application/octet-stream') && {
      'content-security-policy': sandbox,
    }),
  };
}
