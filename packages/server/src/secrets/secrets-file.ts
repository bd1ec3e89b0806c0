import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import type { Clock, Random } from '@plinth/kernel';
import { ServerError } from '../server-error.ts';
import { generateProjectKeys, type ProjectKeys } from './project-keys.ts';

/** A role of Postgres that the server logs in as. */
export type LoginRole =
  | 'supabase_admin'
  | 'postgres'
  | 'authenticator'
  | 'supabase_auth_admin'
  | 'supabase_storage_admin'
  | 'supabase_read_only_user';

/** All of them; each gets a password of its own. */
export const loginRoles: readonly LoginRole[] = [
  'supabase_admin',
  'postgres',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_read_only_user',
];

/** Everything secret of a server: generated at its first start, kept in `.plinth/secrets.json` (mode 0600). */
export interface Secrets {
  readonly version: 1;
  readonly databasePasswords: Readonly<Record<LoginRole, string>>;
  /** Asked for when the owner account is made on a server that others can reach. */
  readonly setupToken: string;
  readonly control: ProjectKeys;
  readonly default: ProjectKeys;
}

/** Reads the secrets, or makes and keeps new ones. Throws ServerError on a file that is not ours. */
export async function loadSecrets(path: string, random: Random, clock: Clock): Promise<Secrets> {
  if (existsSync(path)) return readSecrets(path);
  const secrets = await generateSecrets(random, clock);
  writeDurably(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

function readSecrets(path: string): Secrets {
  // A copy or an editor may have loosened it.
  chmodSync(path, 0o600);
  let secrets: Secrets;
  try {
    secrets = JSON.parse(readFileSync(path, 'utf8')) as Secrets;
  } catch (cause) {
    throw unreadable(path, 'it is not JSON', cause);
  }
  if (secrets.version !== 1) throw unreadable(path, `its version ${secrets.version} is unknown`);
  const complete = loginRoles.every(
    (role) => typeof secrets.databasePasswords?.[role] === 'string',
  );
  if (!complete || secrets.control === undefined || secrets.default === undefined) {
    throw unreadable(path, 'it is not complete');
  }
  return secrets;
}

/** New secrets for a server. */
export async function generateSecrets(random: Random, clock: Clock): Promise<Secrets> {
  const password = (): string => Buffer.from(random.bytes(24)).toString('base64url');
  const passwords = loginRoles.map((role) => [role, password()] as const);
  const [control, project] = await Promise.all([
    generateProjectKeys('control', random, clock),
    generateProjectKeys('default', random, clock),
  ]);
  return {
    version: 1,
    databasePasswords: Object.fromEntries(passwords) as Record<LoginRole, string>,
    setupToken: Buffer.from(random.bytes(18)).toString('base64url'),
    control,
    default: project,
  };
}

/** Whole or not at all: without these secrets the database behind them cannot be opened any more. */
function writeDurably(path: string, text: string): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

function unreadable(path: string, why: string, cause?: unknown): ServerError {
  return new ServerError(
    'secrets_unreadable',
    `${path} cannot be used: ${why}. It holds the keys of this server; restore it from a backup.`,
    { cause },
  );
}
