import { callerFromClaims, kernelError, type Logger, type ServiceDefinition } from '@plinth/kernel';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { corsHeaders, isShared } from './cors.ts';
import { GatewayRequest } from './gateway-request.ts';
import { sendReply } from './send-reply.ts';

/** What is asked of a service to answer a URL in its words. */
export type AnsweringService = Pick<ServiceDefinition<never>, 'prefix' | 'dialect'>;

const nobody = callerFromClaims('anonymous', {}, 'anon');

/** Words for URLs that no route can take; the router's own would be of no service. */
const messages: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The URL is not valid: a percent sign stands for two hexadecimal digits',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the URL is too long',
};

/** Answers a URL that the router refuses, in the dialect of the service that it is under. */
export function refuseUrl(
  services: readonly AnsweringService[],
  log: Logger,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, fastify, reply) => {
    const failure = kernelError('invalid_request', {
      message: messages[error.code] ?? 'The URL is not valid',
      status: error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 414 : 400,
    });
    const service = services.find(({ prefix }) => fastify.url.startsWith(`${prefix}/`));
    reply.header('x-request-id', fastify.id);
    if (isShared(fastify.url)) reply.headers(corsHeaders);
    if (service === undefined) {
      sendReply(reply, { status: failure.status, body: { message: failure.message } });
      return;
    }
    const prefixLength = service.prefix.length;
    const request = new GatewayRequest({ fastify, caller: nobody, baseUrl: '', prefixLength, log });
    sendReply(reply, service.dialect.render(failure, request));
  };
}
