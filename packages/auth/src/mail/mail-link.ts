/**
 * The link in a mail: `token` is the hash of the code, `redirectTo` an allowed URL. `verify` redeems it,
 * `confirm` asks first.
 */
export function mailLink(
  authUrl: string,
  token: string,
  type: string,
  redirectTo: string,
  path: 'verify' | 'confirm' = 'verify',
): string {
  const query = `token=${encodeURIComponent(token)}&type=${encodeURIComponent(type)}`;
  return `${authUrl}/${path}?${query}&redirect_to=${encodeTarget(redirectTo)}`;
}

/** A URL that no query could be confused by stays as it is, as upstream; it is easier to read. */
function encodeTarget(url: string): string {
  return /^[A-Za-z0-9\-._~:/?]*$/.test(url) ? url : encodeURIComponent(url);
}
