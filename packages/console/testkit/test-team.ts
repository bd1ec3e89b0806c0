import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@plinth/config';
import { consoleMigrations, type MemberRole } from '@plinth/console';
import { applySystemMigrations, sql } from '@plinth/postgres';
import {
  type Backend,
  generateSecrets,
  type Secrets,
  startBackend,
  systemClock,
  systemRandom,
} from '@plinth/server';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import type { Answer } from './test-console.ts';

/** The access token of a member. */
export type Token = string;

/** A whole backend that can be stopped and started again, and its members, who have signed in. */
export interface TestTeam {
  readonly control: TestDatabase;
  readonly project: TestDatabase;
  readonly secrets: Secrets;
  /** Of the backend that runs. */
  readonly url: string;
  /** Adds a member, who then signs in. */
  member(role: MemberRole, projectRole?: MemberRole): Promise<Token>;
  /** Calls a path below /console/v1/projects/default as a member, or nobody. */
  call<T>(method: string, path: string, member: Token | null, body?: unknown): Promise<Answer<T>>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const password = 'a long password';

export async function createTestTeam(): Promise<TestTeam> {
  const [control, project] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await applySystemMigrations(control.as(), [consoleMigrations]);
  const storageFolder = await mkdtemp(join(tmpdir(), 'plinth-team-'));
  const secrets = await generateSecrets(systemRandom, systemClock);
  let backend: Backend | undefined;
  const start = async (): Promise<void> => {
    backend = await startBackend({
      secrets,
      settings: { ...defaultSettings(), 'api.port': 0 },
      connectionOf: (which, role) => (which === 'control' ? control : project).connection(role),
      databaseUrl: 'postgresql://postgres@127.0.0.1/postgres',
      files: null,
      storageFolder,
      studioFolder: '',
      loopbackOnly: true,
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
    });
  };
  const stop = async (): Promise<void> => {
    await backend?.close();
    backend = undefined;
  };
  const send = async <T>(
    method: string,
    path: string,
    bearer: string,
    body?: unknown,
  ): Promise<Answer<T>> => {
    const response = await fetch(`${backend?.url}${path}`, {
      method,
      headers: {
        apikey: path.startsWith('/p/control') ? secrets.control.secretKey : bearer,
        authorization: `Bearer ${bearer}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  await start();
  return {
    control,
    project,
    secrets,
    get url() {
      return backend?.url ?? '';
    },
    start,
    stop,
    call: (method, path, member, body) =>
      send(
        method,
        `/console/v1/projects/default${path}`,
        member ?? secrets.control.publishableKey,
        body,
      ),
    member: async (role, projectRole) => {
      const email = `${randomUUID()}@example.com`;
      const { secretKey } = secrets.control;
      const account = await send<{ id: string }>(
        'POST',
        '/p/control/auth/v1/admin/users',
        secretKey,
        {
          email,
          password,
          email_confirm: true,
        },
      );
      const { id } = account.body;
      await control.query(sql`
        insert into console.members (id, email, name, role) values (${id}, ${email}, 'M', ${role})`);
      if (projectRole !== undefined) {
        await control.query(sql`insert into console.project_roles (member_id, project_ref, role)
          values (${id}, 'default', ${projectRole})`);
      }
      const session = await send<{ access_token: string }>(
        'POST',
        '/p/control/auth/v1/token?grant_type=password',
        secretKey,
        { email, password },
      );
      return session.body.access_token;
    },
    close: async () => {
      await stop();
      await Promise.all([control.close(), project.close()]);
      await rm(storageFolder, { recursive: true });
    },
  };
}
