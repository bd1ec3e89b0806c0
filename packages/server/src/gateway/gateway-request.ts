import type { Socket } from 'node:net';
import type { Caller, HttpMethod, Logger, RouteRequest } from '@plinth/kernel';
import type { FastifyRequest } from 'fastify';

/** What the gateway knows about a request before its handler runs. */
export interface GatewayRequestInput {
  readonly fastify: FastifyRequest;
  readonly caller: Caller;
  readonly baseUrl: string;
  readonly prefixLength: number;
  readonly log: Logger;
}

/** A request as services see it, over Fastify's; what costs something is made when it is asked for. */
export class GatewayRequest implements RouteRequest {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly rawQuery: string;
  readonly caller: Caller;
  readonly baseUrl: string;
  readonly log: Logger;
  readonly #fastify: FastifyRequest;

  constructor({ fastify, caller, baseUrl, prefixLength, log }: GatewayRequestInput) {
    const { url } = fastify;
    const question = url.indexOf('?');
    this.id = fastify.id;
    this.method = fastify.method as HttpMethod;
    this.path = question < 0 ? url.slice(prefixLength) : url.slice(prefixLength, question);
    this.rawQuery = question < 0 ? '' : url.slice(question + 1);
    this.caller = caller;
    this.baseUrl = baseUrl;
    this.log = log;
    this.#fastify = fastify;
  }

  get params(): Readonly<Record<string, string>> {
    return this.#fastify.params as Readonly<Record<string, string>>;
  }

  get query(): Readonly<Record<string, string | readonly string[]>> {
    return this.#fastify.query as Readonly<Record<string, string | readonly string[]>>;
  }

  get body(): unknown {
    return this.#fastify.body;
  }

  get headers(): Readonly<Record<string, string | readonly string[] | undefined>> {
    return this.#fastify.headers;
  }

  get address(): string {
    return this.#fastify.ip;
  }

  get signal(): AbortSignal {
    return connectionSignal(this.#fastify.raw.socket);
  }
}

/** One for each connection: its requests come one after another, and making a signal is not cheap. */
const signals = new WeakMap<Socket, AbortSignal>();

/** Aborts when the connection closes (that of the request, unlike its body, stays until it is answered). */
function connectionSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const abort = new AbortController();
  signals.set(socket, abort.signal);
  if (socket.destroyed) abort.abort();
  else socket.once('close', () => abort.abort());
  return abort.signal;
}
