import type { UpgradeRequest } from '@plinth/kernel';
import { type Credential, checkCredential } from '../channels/credentials.ts';
import { Refusal } from '../channels/refusal.ts';
import type { RealtimeCore } from '../core.ts';
import type { ProtocolVersion } from '../protocol/client-message.ts';

/** What a handshake says. */
export interface Handshake {
  readonly version: ProtocolVersion;
  readonly credential: Credential;
}

/** A handshake that is refused, as the HTTP answer says it. */
export class HandshakeRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads who asks and in which version of the protocol. Throws HandshakeRefusal. */
export async function readHandshake(
  core: RealtimeCore,
  { path, rawQuery, message }: UpgradeRequest,
): Promise<Handshake> {
  if (path !== '/websocket') throw new HandshakeRefusal(404, 'There is no WebSocket at this path');
  const query = new URLSearchParams(rawQuery);
  const version = versionOf(query.get('vsn') ?? '1.0.0');
  const header = message.headers['x-api-key'];
  const key = typeof header === 'string' ? header : query.get('apikey');
  if (key === null || key === '') throw new HandshakeRefusal(401, 'API key is missing');
  try {
    return { version, credential: await checkCredential(core, key, message.headers['user-agent']) };
  } catch (error) {
    throw error instanceof Refusal ? toHandshake(error) : error;
  }
}

/** The last digit is for corrections: every `1.0.x` is the same protocol. */
function versionOf(vsn: string): ProtocolVersion {
  if (/^1\.0\.\d+$/.test(vsn)) return '1.0.0';
  if (/^2\.0\.\d+$/.test(vsn)) return '2.0.0';
  throw new HandshakeRefusal(403, 'This server speaks versions 1.0.0 and 2.0.0 of the protocol');
}

function toHandshake({ code, message }: Refusal): HandshakeRefusal {
  if (code === 'UnableToConnectToProject') return new HandshakeRefusal(503, message);
  const isExpired = message.startsWith('Token has expired');
  return new HandshakeRefusal(401, isExpired ? 'Token has expired' : message);
}
