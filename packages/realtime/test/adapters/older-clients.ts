import zeroth from 'realtime-js-0';
import * as first from 'realtime-js-1';
import { onTestFinished } from 'vitest';

/** What both older majors of realtime-js have in common. */
export interface OldPush {
  receive(status: string, callback: (response: unknown) => void): OldPush;
}
export interface OldChannel {
  on(event: string, callback: (payload: unknown) => void): void;
  push(event: string, payload: object): OldPush;
  /** 0.x */
  join?(): OldPush;
  leave?(): OldPush;
  /** 1.x */
  subscribe?(): OldPush;
  unsubscribe?(): OldPush;
}
export interface OldClient {
  connect(): void;
  disconnect(): unknown;
  channel(topic: string, params?: object): OldChannel;
}
type OldClientClass = new (url: string, options: object) => OldClient;

/** Their own types are missing, or say less than is there. */
const classes = {
  'realtime-js-0': zeroth.Socket as OldClientClass,
  'realtime-js-1': first.RealtimeClient as unknown as OldClientClass,
} as const;

export type OldName = keyof typeof classes;

/** A connected client; disconnected when the test ends. */
export function connectOld(name: OldName, endpoint: string, apikey: string): OldClient {
  const Client = classes[name];
  const client = new Client(endpoint, { params: { apikey } });
  client.connect();
  onTestFinished(() => void client.disconnect());
  return client;
}

/** What the server answers; rejects where it refuses. */
function outcome(push: OldPush | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (push === undefined) throw new Error('this major has no such method');
    push.receive('ok', resolve);
    push.receive('error', (response) => reject(new Error(JSON.stringify(response))));
    push.receive('timeout', () => reject(new Error('timed out')));
  });
}

export const joined = (channel: OldChannel): Promise<unknown> =>
  outcome(channel.join?.() ?? channel.subscribe?.());

export const left = (channel: OldChannel): Promise<unknown> =>
  outcome(channel.leave?.() ?? channel.unsubscribe?.());
