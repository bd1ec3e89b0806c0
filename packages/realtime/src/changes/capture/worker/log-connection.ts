import type { Socket } from 'node:net';
import { clientConfig } from '@plinth/postgres';
import pg from 'pg';
import { parseLsn } from '../lsn.ts';
import type { ReadOrder } from '../thread/messages.ts';

/** How long connecting may take, in milliseconds. */
const connectTimeout = 10_000;

/** The text form of values must not depend on what the database or the role is set to. */
const sessionSettings =
  '-c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex -c statement_timeout=0';

/** A connection that may read the log, before it does. */
export interface LogConnection {
  /** Identifier of the cluster. */
  readonly system: string;
  /** End of the flushed log. */
  readonly end: bigint;
  /** Where a temporary slot begins. */
  readonly from: bigint | undefined;
  /** Its socket; what pg listened to there is taken off: the connection stands between two messages. */
  readonly socket: Socket;
}

/** Logs in for replication and makes the slot where it is a temporary one. Throws what pg throws. */
export async function connectToLog(
  order: ReadOrder,
  onLost: (error: Error) => void,
): Promise<LogConnection> {
  const { connection, slot } = order;
  const tls = connection.tls || false;
  const checked = tls && order.anyTlsName ? { ...tls, checkServerIdentity: () => undefined } : tls;
  const config: pg.ClientConfig & { readonly replication: string } = {
    ...clientConfig({ ...connection, tls: checked }, 'plinth realtime'),
    replication: 'database',
    options: sessionSettings,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
  };
  const client = new pg.Client(config);
  client.on('error', onLost);
  client.on('end', () => onLost(new Error('The connection to Postgres was closed')));
  try {
    await client.connect();
    const identity = await client.query<Identity>('IDENTIFY_SYSTEM');
    const { systemid = '', xlogpos = '0/0' } = identity.rows[0] ?? {};
    const from = order.isTemporary ? await makeTemporarySlot(client, slot) : undefined;
    return { system: systemid, end: parseLsn(xlogpos), from, socket: take(client) };
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

interface Identity {
  readonly systemid: string;
  readonly xlogpos: string;
}

async function makeTemporarySlot(client: pg.Client, slot: string): Promise<bigint> {
  // The name is ours: lower-case letters, digits and _.
  const text = `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`;
  const { rows } = await client.query<{ readonly consistent_point: string }>(text);
  return parseLsn(rows[0]?.consistent_point ?? '0/0');
}

function take(client: pg.Client): Socket {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  connection.stream.removeAllListeners('data');
  return connection.stream;
}
