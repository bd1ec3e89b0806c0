import type { RowsPage, RowsQuery, TableSummary } from '@plinth/console';
import {
  type Answer,
  createTestConsole,
  type TestConsole,
  type TestConsoleOptions,
} from './test-console.ts';

/** A console whose calls are about rows of the project's tables. */
export interface TestRows {
  readonly studio: TestConsole;
  readonly developer: string;
  readonly viewer: string;
  /** Empties schema public. */
  clear(): Promise<void>;
  idOf(table: string, schema?: string): Promise<number>;
  /** Calls a path below …/rows of a table, by name or id. */
  call<T>(
    method: string,
    table: string | number,
    path: string,
    body: unknown,
    member?: string,
  ): Promise<Answer<T>>;
  query(
    table: string | number,
    input?: Partial<RowsQuery>,
    member?: string,
  ): Promise<Answer<RowsPage>>;
}

const emptyPublic = `
  drop schema public cascade; create schema public;
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to service_role`;

export async function createTestRows(options: TestConsoleOptions = {}): Promise<TestRows> {
  const studio = await createTestConsole(options);
  const developer = await studio.addMember('viewer', 'developer');
  const viewer = await studio.addMember('viewer', 'viewer');
  const idOf = async (name: string, schema = 'public'): Promise<number> => {
    const path = `/projects/default/tables?schema=${encodeURIComponent(schema)}`;
    const { body } = await studio.call<TableSummary[]>('GET', path, undefined, developer);
    return body.find((table) => table.name === name)?.id ?? 0;
  };
  const call: TestRows['call'] = async (method, table, path, body, member = developer) => {
    const id = typeof table === 'number' ? table : await idOf(table);
    return studio.call(method, `/projects/default/tables/${id}/rows${path}`, body, member);
  };
  return {
    studio,
    developer,
    viewer,
    clear: () => studio.project.run(emptyPublic),
    idOf,
    call,
    query: (table, input = {}, member = developer) =>
      call(
        'POST',
        table,
        '/query',
        { filters: [], sort: [], offset: 0, limit: 100, ...input },
        member,
      ),
  };
}
