import { ApiError, errorFromBody, isAbort, UnreachableError } from './errors.ts';
import type { SessionStore } from './session-store.ts';

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until Studio gives up; 30,000 unless said otherwise, 0 for never. */
  readonly timeout?: number;
  /** For a call that the renewal of a session waits for: asks nobody for a token. */
  readonly withoutSession?: boolean;
}

export interface Answer<T> {
  readonly body: T;
  readonly headers: Headers;
}

export interface ApiClientOptions {
  readonly fetch: typeof fetch;
  readonly session: SessionStore;
  readonly onAnswered: () => void;
  readonly onUnreachable: (server: string) => void;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * Calls the server by the bearer rule: the member's access token when signed in, else the public key; the
 * public key is in `apikey` always. Throws `ApiError` for failures, `UnreachableError` where nobody answers.
 */
export class ApiClient {
  readonly #options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  async call<T>(
    method: Method,
    url: string,
    key: string | null,
    options: RequestOptions = {},
  ): Promise<Answer<T>> {
    return this.#read<T>(await this.#answerOf(method, url, key, options));
  }

  /** Reads a file. Its failures are told as those of every call. */
  async blob(url: string, key: string | null, options: RequestOptions = {}): Promise<Blob> {
    const response = await this.#answerOf('GET', url, key, options);
    if (!response.ok) await this.#read(response);
    return response.blob();
  }

  /** For what sends by itself: the headers of a call by the bearer rule. */
  async credentials(key: string): Promise<Readonly<Record<'apikey' | 'authorization', string>>> {
    const token = await this.#options.session.accessToken();
    return { apikey: key, authorization: `Bearer ${token ?? key}` };
  }

  async #answerOf(
    method: Method,
    url: string,
    key: string | null,
    options: RequestOptions,
  ): Promise<Response> {
    const token =
      options.withoutSession === true ? null : await this.#options.session.accessToken();
    const response = await this.#send(method, url, key, token, options);
    if (response.status !== 401 || token === null) return response;
    const renewed = await this.#options.session.renew(token);
    const fresh = this.#options.session.get()?.accessToken ?? null;
    // The server may refuse for another reason than the token's age; one new token is all it gets.
    if (renewed === 'unreachable' || fresh === null || fresh === token) return response;
    return this.#send(method, url, key, fresh, options);
  }

  async #send(
    method: Method,
    url: string,
    key: string | null,
    token: string | null,
    options: RequestOptions,
  ): Promise<Response> {
    const timeout = options.timeout ?? 30_000;
    const signals = [
      ...(options.signal === undefined ? [] : [options.signal]),
      ...(timeout === 0 ? [] : [AbortSignal.timeout(timeout)]),
    ];
    const bearer = token ?? key;
    try {
      const response = await this.#options.fetch(url, {
        method,
        headers: {
          ...(key !== null && { apikey: key }),
          ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
        ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
      });
      this.#options.onAnswered();
      return response;
    } catch (error) {
      if (isAbort(error)) throw error;
      const server = new URL(url).origin;
      this.#options.onUnreachable(server);
      throw new UnreachableError(server, error);
    }
  }

  async #read<T>(response: Response): Promise<Answer<T>> {
    const text = await response.text();
    let body: unknown;
    try {
      body = text === '' ? undefined : JSON.parse(text);
    } catch {
      throw new ApiError(response.status, {
        code: String(response.status),
        message: text.slice(0, 300),
      });
    }
    if (!response.ok) throw errorFromBody(response.status, body);
    return { body: body as T, headers: response.headers };
  }
}
