import { type Route, type RouteReply, route } from '@plinth/kernel';
import { Type } from 'typebox';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import { realtimeError } from '../errors.ts';
import type { RealtimeService } from '../service.ts';

/** Sends one message, JSON or bytes; the path says where to. */
export const sendMessage: Route<RealtimeService> = route<RealtimeService>()({
  id: 'realtime.send-message',
  method: 'POST',
  path: '/api/broadcast/:topic/events/:event',
  summary: 'Sends one message, JSON or bytes; `?private=true` for a private topic.',
  access: 'key',
  body: 'raw',
  input: {
    params: Type.Object({ topic: Type.String(), event: Type.String() }),
    query: Type.Object({ private: Type.Optional(Type.String()) }),
  },
  errors: [
    'Unauthorized',
    'Forbidden',
    'UnsupportedMediaType',
    'UnprocessableEntity',
    'TooManyRequests',
    'UnableToConnectToProject',
  ],
  async handler({ core }, { caller, params, query, headers, body }): Promise<RouteReply> {
    const isBytes = isBinary(headers['content-type']);
    if (caller.kind === 'anonymous') throw realtimeError('Unauthorized');
    const { topic, event } = params;
    const bytes = body instanceof Uint8Array ? body : new Uint8Array();
    if (bytes.length > core.limits.payloadSize) {
      const details = { payload: ['Payload size exceeds tenant limit'] };
      throw realtimeError('UnprocessableEntity', { details });
    }
    const payload = isBytes ? bytes : jsonOf(bytes);
    const message: BroadcastMessage = {
      topic,
      event,
      payload,
      isPrivate: query.private === 'true',
      isBinaryFrame: true,
    };
    if (!core.rates.events.take()) throw realtimeError('TooManyRequests');
    if (message.isPrivate && !(await core.authorizer.mayWrite(caller, topic, 'broadcast'))) {
      throw realtimeError('Forbidden');
    }
    core.broadcasts.broadcast(message);
    return { status: 202, body: '' };
  },
});

/** True for bytes, false for JSON, which is also meant where nothing is said. Throws AppError for anything else. */
function isBinary(contentType: string | readonly string[] | undefined): boolean {
  if (contentType === undefined) return false;
  const [type = ''] = String(contentType).toLowerCase().split(';');
  if (type.trim() === 'application/octet-stream') return true;
  if (type.trim() === 'application/json') return false;
  throw realtimeError('UnsupportedMediaType');
}

/** The text of the body, checked to be JSON: it is passed on as it is. */
function jsonOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return '{}';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    const details = { payload: ['is invalid'] };
    throw realtimeError('UnprocessableEntity', { details });
  }
}
