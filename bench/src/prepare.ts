import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Scenario } from './scenarios.ts';
import type { PlinthTarget, Target } from './targets.ts';

/** Makes tables, a user and her rows; gives the headers of her requests. */
export async function prepare({ ready }: PlinthTarget): Promise<Readonly<Record<string, string>>> {
  const database = new pg.Client({ connectionString: ready.databaseUrl });
  await database.connect();
  await database.query(readFileSync(join(import.meta.dirname, '..', 'src', 'schema.sql'), 'utf8'));
  const session = await signUp(ready);
  await seed(database, session.user.id);
  await seed(database, await otherUser(ready));
  await database.query('analyze');
  await database.end();
  // The Data API learns of new tables by notification; the first request may come before it.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return { apikey: ready.anonKey, authorization: `Bearer ${session.access_token}` };
}

interface Session {
  readonly access_token: string;
  readonly user: { readonly id: string };
}

async function signUp(ready: PlinthTarget['ready'], email = 'ada@bench.example'): Promise<Session> {
  const response = await fetch(`${ready.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: ready.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a long enough password' }),
  });
  if (!response.ok)
    throw new Error(`sign-up answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Session;
}

async function otherUser(ready: PlinthTarget['ready']): Promise<string> {
  return (await signUp(ready, 'bob@bench.example')).user.id;
}

/** Fifty projects with twenty tasks each. */
async function seed(database: pg.Client, owner: string): Promise<void> {
  await database.query(
    `with made as (
       insert into projects (owner_id, name) select $1, 'Project ' || n from generate_series(1, 50) n returning id
     )
     insert into tasks (project_id, owner_id, title, position)
     select made.id, $1, 'Task number ' || n || ' of the project', n from made, generate_series(1, 20) n`,
    [owner],
  );
}

/** Fails where a target does not answer a scenario with the same status and bytes as the first one. */
export async function checkSameAnswers(
  targets: readonly Target[],
  scenarios: readonly Scenario[],
  credentials: Readonly<Record<string, string>>,
): Promise<void> {
  for (const scenario of scenarios) {
    const answers = await Promise.all(targets.map((target) => ask(target, scenario, credentials)));
    for (const [index, answer] of answers.entries()) {
      if (answer === answers[0]) continue;
      throw new Error(
        `${scenario.name}: ${targets[index]?.name} and ${targets[0]?.name} answer differently:\n${answer}\n${answers[0]}`,
      );
    }
  }
}

async function ask(
  target: Target,
  { method, path, headers, body, expectedStatus }: Scenario,
  credentials: Readonly<Record<string, string>>,
): Promise<string> {
  const response = await fetch(`${target.url}${path}`, {
    method,
    headers: { ...credentials, ...headers },
    ...(body !== undefined && { body }),
  });
  if (response.status !== expectedStatus) {
    throw new Error(`${target.name} answered ${response.status}: ${await response.text()}`);
  }
  return response.text();
}
