import type { Route } from '@plinth/kernel';
import type { RealtimeService } from '../service.ts';
import { ping } from './ping.ts';
import { sendMessage } from './send-message.ts';
import { sendMessages } from './send-messages.ts';
import { websocket } from './websocket.ts';

/** Every HTTP call of realtime. */
export const routes: readonly Route<RealtimeService>[] = [
  sendMessages,
  sendMessage,
  ping,
  websocket,
];
