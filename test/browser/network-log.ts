import type { BrowserContext, Request, Response } from 'playwright-core';

/** A request of a page, with what came back. */
export interface Call {
  readonly method: string;
  readonly url: string;
  /** Origin of the page that sent it; of a navigation, the page that was there before. */
  readonly pageOrigin: string;
  readonly navigation: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** 0 where no answer came. */
  status: number;
  answeredAt: number;
  /** Where a redirect leads. */
  location: string;
  /** Text of the answer, where it is JSON. */
  answer: string;
}

/** Everything that the pages of a browser context have sent. */
export class NetworkLog {
  readonly #calls = new Map<Request, Call>();
  readonly #sockets: string[] = [];
  readonly #pending = new Set<Promise<void>>();

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.#begin(request));
    context.on('response', (response) => this.#track(this.#answer(response)));
    context.on('page', (page) => {
      page.on('websocket', (socket) => this.#sockets.push(socket.url()));
    });
  }

  /** The calls so far, in the order they were sent. */
  async calls(): Promise<readonly Call[]> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    return [...this.#calls.values()];
  }

  /** URLs of the WebSockets that were opened. */
  get sockets(): readonly string[] {
    return this.#sockets;
  }

  #begin(request: Request): void {
    const call: Call = {
      method: request.method(),
      url: request.url(),
      pageOrigin: originOf(request),
      navigation: request.isNavigationRequest(),
      startedAt: Date.now(),
      headers: request.headers(),
      body: request.postData() ?? '',
      status: 0,
      answeredAt: 0,
      location: '',
      answer: '',
    };
    this.#calls.set(request, call);
    this.#track(
      request.allHeaders().then((headers) => {
        call.headers = headers;
      }),
    );
  }

  async #answer(response: Response): Promise<void> {
    const call = this.#calls.get(response.request());
    if (call === undefined) return;
    call.status = response.status();
    call.answeredAt = Date.now();
    call.location = response.headers().location ?? '';
    const type = response.headers()['content-type'] ?? '';
    if (type.includes('json')) call.answer = await response.text();
  }

  #track(work: Promise<void>): void {
    // A page that closes takes the headers and texts of its last calls with it.
    const quiet = work.catch(() => {}).finally(() => this.#pending.delete(quiet));
    this.#pending.add(quiet);
  }
}

function originOf(request: Request): string {
  try {
    return new URL(request.frame().url()).origin;
  } catch {
    return 'null';
  }
}
