import type { ClientMessage, Ref } from '../protocol/client-message.ts';
import type { Connection } from '../sockets/connection.ts';

/** Answers a message; `response` is JSON text. */
export function reply(
  connection: Connection,
  { ref, topic }: Pick<ClientMessage, 'ref' | 'topic'>,
  joinRef: Ref,
  status: 'ok' | 'error',
  response: string,
): void {
  const payload = `{"status":"${status}","response":${response}}`;
  connection.send({ joinRef, ref, topic, event: 'phx_reply', payload });
}

/** Answers that a message was refused, and why. */
export function refuse(
  connection: Connection,
  message: Pick<ClientMessage, 'ref' | 'topic' | 'joinRef'>,
  reason: string,
): void {
  reply(connection, message, message.joinRef, 'error', JSON.stringify({ reason }));
}
