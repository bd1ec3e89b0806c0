import {
  AppError,
  type Caller,
  type Json,
  type JsonObject,
  type Route,
  type RouteReply,
  route,
} from '@plinth/kernel';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import { recordOf } from '../channels/record-of.ts';
import { realtimeError } from '../errors.ts';
import type { RealtimeService } from '../service.ts';

/** One message of the body, and what is wrong with it. */
interface Entry {
  readonly message: BroadcastMessage | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** Bytes of topic and event together that are not counted as payload. */
const longestNames = 8_192;

const blank = "can't be blank";
const invalid = 'is invalid';

/** Sends several messages; those to private topics that the caller may not send to are left out, as upstream has it. */
export const sendMessages: Route<RealtimeService> = route<RealtimeService>()({
  id: 'realtime.send-messages',
  method: 'POST',
  path: '/api/broadcast',
  summary: 'Sends messages to public and private topics.',
  access: 'key',
  errors: ['Unauthorized', 'UnprocessableEntity', 'TooManyRequests'],
  async handler(service, { caller, body }): Promise<RouteReply> {
    if (caller.kind === 'anonymous') throw realtimeError('Unauthorized');
    const messages = parse(body as Json | undefined, service.core.limits.payloadSize);
    if (!service.core.rates.events.take(messages.length)) {
      throw realtimeError('TooManyRequests', {
        message: 'Too many messages to broadcast, please reduce the batch size',
      });
    }
    const allowed = await writableTopics(service, caller, messages);
    for (const message of messages) {
      if (!message.isPrivate || allowed.has(message.topic))
        service.core.broadcasts.broadcast(message);
    }
    return { status: 202, body: '' };
  },
});

async function writableTopics(
  { core }: RealtimeService,
  caller: Caller,
  messages: readonly BroadcastMessage[],
): Promise<ReadonlySet<string>> {
  const topics = new Set(messages.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic));
  const allowed = new Set<string>();
  for (const topic of topics) {
    try {
      if (await core.authorizer.mayWrite(caller, topic, 'broadcast')) allowed.add(topic);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      core.logger.error({ err: error, topic }, 'UnableToHandleBroadcast');
    }
  }
  return allowed;
}

function parse(body: Json | undefined, payloadSize: number): readonly BroadcastMessage[] {
  const list = recordOf(body)?.messages;
  if (list === undefined || list === null || (Array.isArray(list) && list.length === 0)) {
    throw realtimeError('UnprocessableEntity', { details: { messages: [blank] } });
  }
  if (!Array.isArray(list)) {
    throw realtimeError('UnprocessableEntity', { details: { messages: [invalid] } });
  }
  const entries = (list as readonly Json[]).map((each) => entryOf(recordOf(each), payloadSize));
  if (entries.some(({ message }) => message === undefined)) {
    const errors = entries.map((entry) => entry.errors);
    throw realtimeError('UnprocessableEntity', { details: { messages: errors } });
  }
  return entries.map(({ message }) => message).filter((message) => message !== undefined);
}

function entryOf(entry: JsonObject | undefined, payloadSize: number): Entry {
  if (entry === undefined) return { message: undefined, errors: { message: [invalid] } };
  const { topic, event, payload } = entry;
  const content = recordOf(payload);
  const text = content === undefined ? '' : JSON.stringify(content);
  const errors: Record<string, string[]> = {
    ...problem('topic', topic, typeof topic === 'string'),
    ...problem('event', event, typeof event === 'string'),
    ...problem('payload', payload, content !== undefined),
  };
  const size = [topic, event, text].reduce((sum: number, each) => {
    return typeof each === 'string' ? sum + Buffer.byteLength(each) : sum;
  }, 0);
  // Names count where they are no names any more: everybody on the topic gets them too.
  if (Buffer.byteLength(text) > payloadSize || size > payloadSize + longestNames) {
    errors.payload = ['Payload size exceeds tenant limit'];
  }
  if (Object.keys(errors).length > 0 || typeof topic !== 'string' || typeof event !== 'string') {
    return { message: undefined, errors };
  }
  const isPrivate = entry.private === true || entry.private === 'true';
  return { message: { topic, isPrivate, event, payload: text }, errors };
}

function problem(
  name: string,
  value: Json | undefined,
  isValid: boolean,
): Readonly<Record<string, string[]>> {
  if (value === undefined || value === null || value === '') return { [name]: [blank] };
  return isValid ? {} : { [name]: [invalid] };
}
