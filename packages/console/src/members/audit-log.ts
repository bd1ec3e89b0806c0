import { AppError, type Logger } from '@plinth/kernel';
import { type Database, ident, json, sql } from '@plinth/postgres';
import { databaseFailure } from '../errors/database-failure.ts';

/** Who did what, to what, how. Details never hold a secret; see `auditedSql`. */
export interface AuditEntry {
  readonly memberId: string | null;
  readonly memberEmail: string | null;
  readonly projectRef: string | null;
  /** `<area>.<verb>`: `rows.update`, `sql.run`. */
  readonly action: string;
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly address: string;
}

const auditTable = ident('console', 'audit_log');

/** Longest SQL and longest details of an entry, in characters. */
const longest = { sql: 10_000, details: 20_000 };

/** What was done in Studio, in the control database; only ever added to. */
export class AuditLog {
  readonly #control: Database;
  readonly #logger: Logger;

  constructor(control: Database, logger: Logger) {
    this.#control = control;
    this.#logger = logger;
  }

  /** Adds an entry. */
  async append(entry: AuditEntry): Promise<void> {
    await this.#control.query(sql`
      insert into ${auditTable}
        (member_id, member_email, project_ref, action, target, details, request_id, address)
      values (${entry.memberId}, ${entry.memberEmail}, ${entry.projectRef}, ${entry.action},
              ${entry.target}, ${boundedDetails(entry.details)}::jsonb, ${entry.requestId}, ${entry.address})`);
  }

  /** Adds that what an entry announced has failed, with a code. Never rejects: the failure itself matters more. */
  async appendFailure(entry: AuditEntry, failed: string): Promise<void> {
    try {
      await this.append({ ...entry, details: { failed } });
    } catch (error) {
      this.#logger.warn(
        { requestId: entry.requestId, action: entry.action, failed, err: String(error) },
        'a failure could not be added to the audit log',
      );
    }
  }

  /**
   * Writes the entry, then does the work: nothing happens that is not in the log. Where the work fails, a
   * second entry with the same request id says so.
   */
  async around<T>(entry: AuditEntry, work: () => Promise<T>): Promise<T> {
    await this.append(entry);
    try {
      return await work();
    } catch (error) {
      const failure = databaseFailure(error);
      const failed = failure instanceof AppError ? failure.code : 'internal';
      await this.appendFailure(entry, failed);
      throw error;
    }
  }
}

/** NUL and halves of a character, as JSON.stringify escapes them: jsonb takes neither. */
const notInJsonb = /\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

function boundedDetails(details: Readonly<Record<string, unknown>>): string {
  const text = json(details).replaceAll(notInJsonb, '\\ufffd');
  return text.length <= longest.details ? text : json({ cut: text.slice(0, longest.details / 2) });
}

const passwordLiteral =
  /\b(password|identified\s+by)(\s+|\s*=\s*)(e?'(?:[^'\\]|''|\\.)*'|\$\$.*?\$\$)/gis;
const secretCall = /\b(create_secret|update_secret|crypt)(\s*\(\s*)(e?'(?:[^'\\]|''|\\.)*')/gis;

/** SQL as it goes into the log: cut, with the passwords and secrets that it sets blanked. */
export function auditedSql(text: string): string {
  const shown = text
    .replaceAll(passwordLiteral, "$1$2'[hidden]'")
    .replaceAll(secretCall, "$1$2'[hidden]'");
  return shown.length <= longest.sql ? shown : `${shown.slice(0, longest.sql)}…`;
}
