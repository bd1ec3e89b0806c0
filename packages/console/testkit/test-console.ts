import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConsoleLimits,
  ConsoleService,
  consoleDefinition,
  consoleMigrations,
  type MemberAccounts,
  type MemberRole,
  type ProjectHandle,
} from '@plinth/console';
import { AppError, callerFromClaims } from '@plinth/kernel';
import { applySystemMigrations, sql } from '@plinth/postgres';
import { diskProjectFiles, schemaMigrations } from '@plinth/schema';
import { createApp, mountService, systemClock } from '@plinth/server';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';

/** An answer of the console. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A console served over HTTP, for a control database and one project. */
export interface TestConsole {
  readonly service: ConsoleService;
  readonly control: TestDatabase;
  readonly project: TestDatabase;
  /** The project folder. */
  readonly folder: string;
  readonly url: string;
  /** Calls a path below /console/v1 as a member (or nobody). */
  call<T>(
    method: string,
    path: string,
    body?: unknown,
    member?: string | null,
    signal?: AbortSignal,
  ): Promise<Answer<T>>;
  /** Adds a member; gives the id. */
  addMember(role: MemberRole, projectRole?: MemberRole): Promise<string>;
  close(): Promise<void>;
}

export interface TestConsoleOptions {
  readonly setupToken?: string;
  readonly limits?: Partial<ConsoleLimits>;
  readonly accounts?: Partial<MemberAccounts>;
}

/** Passwords and keys that no answer may show unasked. */
export const secrets = {
  secretKey: 'sb_secret_test',
  serviceRoleKey: 'service.role.key',
  databaseUrl: 'postgresql://postgres:s%40fe@127.0.0.1:54322/postgres',
  jwtSecret: 'jwt-secret-of-the-project',
};

export async function createTestConsole(options: TestConsoleOptions = {}): Promise<TestConsole> {
  const [control, project] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await applySystemMigrations(control.as(), [consoleMigrations]);
  await applySystemMigrations(project.as(), [schemaMigrations]);
  const folder = await mkdtemp(join(tmpdir(), 'plinth-console-'));
  const addAccount = async (email: string): Promise<string> => {
    const id = randomUUID();
    await control.query(sql`insert into auth.users (id, email) values (${id}, ${email})`);
    return id;
  };
  const service = new ConsoleService({
    control: control.as('postgres'),
    projects: projectsOf(handleOf(project, folder)),
    accounts: {
      createAccount: async ({ email, password }) => {
        if (password.length < 8) throw new AppError('weak_password', 422, 'Too short');
        return addAccount(email);
      },
      deleteAccount: async (id) => {
        await control.query(sql`delete from auth.users where id = ${id}`);
      },
      ...options.accounts,
    },
    clock: systemClock,
    logger: silentLogger,
    version: '1.2.3',
    controlUrl: (baseUrl) => `${baseUrl}/p/control`,
    controlKey: 'sb_publishable_control',
    setupToken: options.setupToken ?? null,
    ...(options.limits !== undefined && { limits: options.limits }),
  });
  const { url, close } = await serve(service);
  return {
    service,
    control,
    project,
    folder,
    url,
    call: async (method, path, body, member, signal) => {
      const response = await fetch(`${url}/console/v1${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(typeof member === 'string' && { 'x-test-member': member }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    },
    addMember: async (role, projectRole) => {
      const id = await addAccount(`${randomUUID()}@example.com`);
      await control.query(
        sql`insert into console.members (id, email, name, role) values (${id}, 'm@example.com', 'M', ${role})`,
      );
      if (projectRole !== undefined) {
        await control.query(
          sql`insert into console.project_roles (member_id, project_ref, role) values (${id}, 'default', ${projectRole})`,
        );
      }
      return id;
    },
    close: async () => {
      await service.close();
      await close();
      await Promise.all([control.close(), project.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

function handleOf(project: TestDatabase, folder: string): ProjectHandle {
  return {
    ref: 'default',
    name: 'Test project',
    owner: project.as('postgres'),
    api: project.as('authenticator'),
    startedAt: Date.UTC(2026, 10, 20),
    files: diskProjectFiles(folder),
    storage: null,
    realtime: null,
    publishableKey: 'sb_publishable_test',
    anonKey: 'anon.key',
    urls: (baseUrl) => ({ url: baseUrl, mailUrl: `${baseUrl}/inbox` }),
    secrets: () => secrets,
  };
}

function projectsOf(handle: ProjectHandle) {
  return {
    list: () => [handle],
    get: (ref: string) => (ref === handle.ref ? handle : undefined),
  };
}

async function serve(
  service: ConsoleService,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const app = createApp({ logger: silentLogger, trustProxy: false });
  mountService(app, {
    definition: consoleDefinition,
    serviceOf: () => service,
    callerOf: ({ headers }) => {
      const member = headers['x-test-member'];
      return typeof member === 'string'
        ? callerFromClaims('member', { sub: member }, 'authenticated')
        : callerFromClaims('anonymous', {}, 'anon');
    },
    baseUrlOf: () => 'http://plinth.test',
    limiterOf: () => undefined,
    logger: silentLogger,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
}
