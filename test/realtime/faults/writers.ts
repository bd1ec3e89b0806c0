import pg from 'pg';

/** Pause between two transactions of a writer, in milliseconds: load, and not a race. */
const pace = 8;

/** The table that writers fill and watchers watch. Who is signed in and who is not see it by different policies. */
export const ledger = `
  create table public.ledger (id bigint primary key, writer int not null, body text);
  alter table public.ledger enable row level security;
  create policy strangers on public.ledger for select to anon using (body is not null);
  create policy people on public.ledger for select to authenticated using ((select auth.uid()) is not null);
  grant select on public.ledger to anon, authenticated;
  alter publication supabase_realtime add table public.ledger;
`;

/** Ids are never given twice in a file of tests. */
let next = 1;

/** Several connections that insert rows without rest, and go on after whatever breaks them. */
export class Writers {
  /** Ids whose transaction Postgres has confirmed. */
  readonly acknowledged = new Set<number>();
  readonly #connectionString: () => string;
  readonly #loops: Promise<void>[] = [];
  #isStopping = false;

  constructor(connectionString: () => string) {
    this.#connectionString = connectionString;
  }

  start(count = 3): void {
    for (let writer = 0; writer < count; writer += 1) this.#loops.push(this.#loop(writer));
  }

  /** Resolves when `more` rows have been confirmed since the call. */
  async progress(more: number): Promise<void> {
    const enough = this.acknowledged.size + more;
    const deadline = performance.now() + 45_000;
    while (this.acknowledged.size < enough) {
      if (performance.now() > deadline) throw new Error(`no ${more} rows were written in 45 s`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#loops);
  }

  async #loop(writer: number): Promise<void> {
    let database: pg.Client | undefined;
    while (!this.#isStopping) {
      try {
        database ??= await connect(this.#connectionString());
        await this.#write(database, writer);
      } catch (error) {
        // A refused row would be a mistake of the test; everything else is an outage that it has made.
        if (/^(22|23|42)/.test((error as { code?: string }).code ?? '')) throw error;
        await database?.end().catch(() => {});
        database = undefined;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
    await database?.end().catch(() => {});
  }

  /** One to three rows in a transaction. */
  async #write(database: pg.Client, writer: number): Promise<void> {
    const first = next;
    const ids = Array.from({ length: 1 + (first % 3) }, (_, at) => first + at);
    next += ids.length;
    await database.query(
      "insert into ledger (id, writer, body) select id, $1, 'row ' || id from unnest($2::bigint[]) as id",
      [writer, ids],
    );
    for (const id of ids) this.acknowledged.add(id);
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const database = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
  database.on('error', () => {});
  await database.connect();
  // Test clusters do without; then a killed Postgres forgets what it has confirmed.
  await database.query('set synchronous_commit = on');
  return database;
}
