import type { Page } from 'playwright-core';

/** What the Data API answered. */
export interface RestAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the test expects there
  readonly body: any;
}

/** Calls the Data API from inside a page, with the session that supabase-js has stored there. */
export function restFromPage(
  page: Page,
  backend: { readonly url: string; readonly publishableKey: string },
): (method: string, path: string, body?: unknown) => Promise<RestAnswer> {
  return (method, path, body) => {
    const call = {
      url: `${backend.url}/rest/v1/${path}`,
      key: backend.publishableKey,
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    return page.evaluate<RestAnswer>(`(async ({ url, key, method, body }) => {
      const name = Object.keys(localStorage).find((each) => /^sb-.*-auth-token$/.test(each));
      const { access_token } = JSON.parse(localStorage.getItem(name));
      const response = await fetch(url, {
        method,
        body,
        headers: {
          apikey: key,
          authorization: 'Bearer ' + access_token,
          'content-type': 'application/json',
          prefer: 'return=representation',
        },
      });
      return { status: response.status, body: await response.json() };
    })(${JSON.stringify(call)})`);
  };
}
