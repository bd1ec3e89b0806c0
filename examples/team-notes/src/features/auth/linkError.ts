const fragment = new URLSearchParams(window.location.hash.slice(1));

/** Why a link from a mail did not work, as the server says it in the address of the page it leads to. */
export const linkErrorOfPage =
  fragment.get('error_code') === 'otp_expired'
    ? 'This link has been used already, or it is too old.'
    : (fragment.get('error_description') ?? undefined);
