import { type Database, ident, json, type Sql, sql } from '@plinth/postgres';
import type { FileJobRecord, FileJobSummary } from './file-job.ts';

const table = ident('console', 'file_jobs');

/** The jobs of all projects, in the control database. */
export class FileJobStore {
  readonly #control: Database;

  constructor(control: Database) {
    this.#control = control;
  }

  /** Writes a job down before anything is done; gives its id. */
  async add(job: Omit<FileJobRecord, 'id'>): Promise<string> {
    const [row] = await this.#control.query<{ id: string }>(sql`
      insert into ${table} (project_ref, member_id, member_email, bucket, target, names, first_name,
        name_count, state, started_at, updated_at)
      values (${job.projectRef}, ${job.memberId}, ${job.memberEmail}, ${job.bucket}, ${job.target},
        ${json(job.names)}, ${json(job.first)}, ${job.nameCount}, ${job.state},
        ${new Date(job.startedAt)}, ${new Date(job.updatedAt)})
      returning id::text`);
    if (row === undefined) throw new TypeError('INSERT … RETURNING gave no row');
    return row.id;
  }

  /** Writes down how far a job is; with `names` where those have changed. */
  async save(job: FileJobRecord, names?: FileJobRecord['names']): Promise<void> {
    const assignment = names === undefined ? sql`` : sql`names = ${json(names)}, `;
    await this.#control.query(sql`
      update ${table} set ${assignment}state = ${job.state}, total = ${job.total}, done = ${job.done},
        failed = ${job.failed}, failures = ${json(job.failures)}, position = ${jsonOrNull(job.position)},
        error = ${jsonOrNull(job.error)}, interruptions = ${job.interruptions},
        started_at = ${new Date(job.startedAt)}, updated_at = ${new Date(job.updatedAt)},
        ended_at = ${job.endedAt === null ? null : new Date(job.endedAt)}
      where id = ${job.id}`);
  }

  async find(projectRef: string, id: string): Promise<FileJobRecord | undefined> {
    const rows = await this.#control.query<RecordRow>(sql`
      select ${summaryColumns}, ${restColumns} from ${table}
      where project_ref = ${projectRef} and id = ${id}`);
    return rows.map(recordOf)[0];
  }

  /** The latest jobs of a project. */
  async list(projectRef: string, most: number): Promise<FileJobSummary[]> {
    const rows = await this.#control.query<SummaryRow>(sql`
      select ${summaryColumns} from ${table} where project_ref = ${projectRef}
      order by started_at desc, id limit ${most}`);
    return rows.map(summaryOf);
  }

  /** Those that the end of a server has interrupted, the oldest first. */
  async interrupted(): Promise<FileJobRecord[]> {
    const rows = await this.#control.query<RecordRow>(sql`
      select ${summaryColumns}, ${restColumns} from ${table}
      where state in ('listing', 'running', 'interrupted') order by started_at, id`);
    return rows.map(recordOf);
  }

  async remove(id: string): Promise<void> {
    await this.#control.query(sql`delete from ${table} where id = ${id}`);
  }

  /** Forgets jobs that ended before a time, and all but the latest `kept` ended ones of each project. */
  async forget(before: number, kept: number): Promise<void> {
    await this.#control.query(sql`
      delete from ${table} where ended_at < ${new Date(before)} or id in (
        select r.id from (
          select id, row_number() over (partition by project_ref order by ended_at desc) as place
          from ${table} where ended_at is not null) as r
        where r.place > ${kept})`);
  }
}

interface SummaryRow {
  readonly id: string;
  readonly project_ref: string;
  readonly member_id: string;
  readonly member_email: string;
  readonly bucket: string;
  readonly target: string | null;
  readonly first_name: FileJobSummary['first'];
  readonly name_count: number;
  readonly state: FileJobSummary['state'];
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly error: FileJobSummary['error'];
  readonly started_at: Date;
  readonly updated_at: Date;
  readonly ended_at: Date | null;
}

interface RecordRow extends SummaryRow {
  readonly names: FileJobRecord['names'];
  readonly failures: FileJobRecord['failures'];
  readonly position: FileJobRecord['position'];
  readonly interruptions: number;
}

const summaryColumns: Sql = sql`id::text, project_ref, member_id::text, member_email, bucket, target, first_name,
  name_count, state, total, done, failed, error, started_at, updated_at, ended_at`;
const restColumns: Sql = sql`names, failures, position, interruptions`;

function summaryOf(row: SummaryRow): FileJobSummary {
  return {
    id: row.id,
    projectRef: row.project_ref,
    memberId: row.member_id,
    memberEmail: row.member_email,
    bucket: row.bucket,
    target: row.target,
    first: row.first_name,
    nameCount: row.name_count,
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    error: row.error,
    startedAt: row.started_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
  };
}

function recordOf(row: RecordRow): FileJobRecord {
  const { names, failures, position, interruptions } = row;
  return { ...summaryOf(row), names, failures, position, interruptions };
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : json(value));
