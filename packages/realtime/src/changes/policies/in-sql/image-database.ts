import { arrayLiteral, type Database, type StatementResult } from '@plinth/postgres';

/** What one identity saw. */
export interface Seen {
  /** From 0, in the order of the identities. */
  readonly identity: number;
  /** Numbers of images, from 1. */
  readonly images: readonly number[];
  /** SQLSTATE of what its policy raised; 57014: it took too long. */
  readonly problem: string | undefined;
}

export interface ImageDatabaseOptions {
  /** Logs in as `authenticator`: policies are code of the project's owner and may never meet a superuser. */
  readonly database: Database;
  /** Schemas that policies and their functions find without qualification, as in the Data API. */
  readonly searchPath: readonly string[];
}

const queryImages = 'select realtime.query_images($1, $2, $3, $4)';
const visibleImages =
  'select identity, seen, problem from realtime.visible_images($1, $2, $3, $4, $5)';

/** Runs statements over row images (JSON, the form that `imageJson` gives), as roles of the project. */
export class ImageDatabase {
  readonly #database: Database;
  readonly #searchPath: string;

  constructor({ database, searchPath }: ImageDatabaseOptions) {
    this.#database = database;
    this.#searchPath = searchPath.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  }

  /** Once, as a role; `none` is the login itself. Gives the one text that the statement gives. */
  async query(
    statement: string,
    images: readonly string[],
    options: { readonly role: string; readonly arguments?: string; readonly timeout: number },
  ): Promise<string | null> {
    const values = [statement, list(images), options.arguments ?? '[]', options.role];
    const result = await this.#run(queryImages, values, options.timeout);
    return result?.rows[0]?.[0] ?? null;
  }

  /**
   * Once for each identity. The answer may end early: after an identity that took too long the following ones have
   * not been asked.
   */
  async visible(
    statement: string,
    images: readonly string[],
    options: {
      readonly role: string;
      readonly claims: readonly string[];
      /** Of each identity the numbers of images, from 1; empty: all of them. */
      readonly wanted: readonly (readonly number[])[];
      readonly timeout: number;
    },
  ): Promise<readonly Seen[]> {
    const wanted = options.wanted.map((numbers) => `{${numbers.join(',')}}`);
    const values = [
      statement,
      list(images),
      options.role,
      arrayLiteral(options.claims),
      arrayLiteral(wanted),
    ];
    const result = await this.#run(visibleImages, values, options.timeout);
    return (result?.rows ?? []).map(([identity, seen, problem]) => ({
      identity: Number(identity) - 1,
      images: numbersOf(seen ?? '{}'),
      problem: problem ?? undefined,
    }));
  }

  async #run(
    text: string,
    values: readonly string[],
    timeout: number,
  ): Promise<StatementResult | undefined> {
    const [result] = await this.#database.request(
      {
        role: 'none',
        settings: [
          ['statement_timeout', String(timeout)],
          ['search_path', this.#searchPath],
        ],
      },
      [{ text, values }],
    );
    return result;
  }
}

function list(images: readonly string[]): string {
  return `[${images.join(',')}]`;
}

function numbersOf(array: string): readonly number[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',').map(Number);
}
