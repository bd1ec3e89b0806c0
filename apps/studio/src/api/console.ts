import type {
  CellQuery,
  CellValue,
  ChangedRealtimeTable,
  ConsoleStatus,
  DeletedRows,
  DeleteRows,
  DropTable,
  FileJob,
  FileJobDetails,
  InsertRow,
  Member,
  NewFileJob,
  NewTable,
  ProjectDetails,
  ProjectSecrets,
  ProjectSummary,
  RealtimeChannels,
  RealtimeClients,
  RealtimeStatus,
  RealtimeTable,
  RealtimeTableChange,
  RowCount,
  RowFilter,
  RowsPage,
  RowsQuery,
  SavedRow,
  SchemaChange,
  SchemaSummary,
  SetupInput,
  SqlRun,
  SqlRunResult,
  TableDetails,
  TableSummary,
  TopicRights,
  TopicRightsQuery,
  TypeChoice,
  UpdateRow,
} from '@plinth/console/api';
import type { ApiClient, Method, RequestOptions } from './client.ts';

/** Every call of the console's API, under its own name. */
export class ConsoleApi {
  readonly #client: ApiClient;
  readonly #base: string;
  #key: string | null;

  constructor(client: ApiClient, base: string, key: string | null) {
    this.#client = client;
    this.#base = base;
    this.#key = key;
  }

  /** The public key of the control project, from the page or from `status()`. */
  get key(): string | null {
    return this.#key;
  }

  async #call<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
    const url = `${this.#base}/console/v1${path}`;
    const { body } = await this.#client.call<T>(method, url, this.#key, options);
    return body;
  }

  async status(options: Pick<RequestOptions, 'withoutSession'> = {}): Promise<ConsoleStatus> {
    const status = await this.#call<ConsoleStatus>('GET', '/status', {
      timeout: 10_000,
      ...options,
    });
    this.#key = status.controlKey;
    return status;
  }

  setUp = (input: SetupInput): Promise<Member> => this.#call('POST', '/setup', { body: input });
  me = (): Promise<Member> => this.#call('GET', '/me');
  projects = (): Promise<readonly ProjectSummary[]> => this.#call('GET', '/projects');

  /** The calls about one project. */
  project(ref: string): ProjectApi {
    const call = <T>(method: Method, path: string, options?: RequestOptions): Promise<T> =>
      this.#call<T>(method, `/projects/${encodeURIComponent(ref)}${path}`, options);
    return new ProjectApi(call);
  }
}

type ProjectCall = <T>(method: Method, path: string, options?: RequestOptions) => Promise<T>;

/** Calls of the console about one project. */
export class ProjectApi {
  readonly #call: ProjectCall;

  constructor(call: ProjectCall) {
    this.#call = call;
  }

  details = (): Promise<ProjectDetails> => this.#call('GET', '');
  revealSecrets = (): Promise<ProjectSecrets> => this.#call('POST', '/secrets/reveal');
  schemas = (): Promise<readonly SchemaSummary[]> => this.#call('GET', '/schemas');
  tables = (schema: string): Promise<readonly TableSummary[]> =>
    this.#call('GET', `/tables?schema=${encodeURIComponent(schema)}`);
  table = (id: number): Promise<TableDetails> => this.#call('GET', `/tables/${id}`);
  types = (): Promise<readonly TypeChoice[]> => this.#call('GET', '/types');
  previewTable = (body: NewTable, signal: AbortSignal): Promise<{ readonly sql: string }> =>
    this.#call('POST', '/tables/preview', { body, signal });
  createTable = (body: NewTable): Promise<TableDetails> => this.#call('POST', '/tables', { body });
  dropTable = (id: number, body: DropTable): Promise<SchemaChange> =>
    this.#call('DELETE', `/tables/${id}`, { body });

  queryRows = (id: number, body: RowsQuery, signal?: AbortSignal): Promise<RowsPage> =>
    this.#call('POST', `/tables/${id}/rows/query`, withSignal(body, signal));
  countRows = (
    id: number,
    filters: readonly RowFilter[],
    signal?: AbortSignal,
  ): Promise<RowCount> =>
    this.#call('POST', `/tables/${id}/rows/count`, {
      ...withSignal({ filters }, signal),
      timeout: 0,
    });
  cell = (id: number, body: CellQuery): Promise<CellValue> =>
    this.#call('POST', `/tables/${id}/rows/cell`, { body });
  insertRow = (id: number, body: InsertRow): Promise<SavedRow> =>
    this.#call('POST', `/tables/${id}/rows`, { body });
  updateRow = (id: number, body: UpdateRow): Promise<SavedRow> =>
    this.#call('PATCH', `/tables/${id}/rows`, { body });
  deleteRows = (id: number, body: DeleteRows): Promise<DeletedRows> =>
    this.#call('DELETE', `/tables/${id}/rows`, { body });

  runSql = (body: SqlRun): Promise<SqlRunResult> =>
    this.#call('POST', '/sql', { body, timeout: 0 });
  fileJobs = (signal?: AbortSignal): Promise<readonly FileJob[]> =>
    this.#call('GET', '/storage/jobs', signal === undefined ? {} : { signal });
  fileJob = (id: string): Promise<FileJobDetails> => this.#call('GET', `/storage/jobs/${id}`);
  startFileJob = (body: NewFileJob): Promise<FileJob> =>
    this.#call('POST', '/storage/jobs', { body });
  stopFileJob = (id: string): Promise<void> => this.#call('POST', `/storage/jobs/${id}/stop`);
  retryFileJob = (id: string): Promise<FileJob> => this.#call('POST', `/storage/jobs/${id}/retry`);
  dismissFileJob = (id: string): Promise<void> => this.#call('DELETE', `/storage/jobs/${id}`);

  realtime = (): Promise<RealtimeStatus> => this.#call('GET', '/realtime');
  realtimeChannels = (search: string): Promise<RealtimeChannels> =>
    this.#call('GET', `/realtime/channels?${new URLSearchParams({ search })}`);
  realtimeClients = (search: string, before: number | undefined): Promise<RealtimeClients> => {
    const query = new URLSearchParams({
      search,
      ...(before !== undefined && { before: String(before) }),
    });
    return this.#call('GET', `/realtime/clients?${query}`);
  };
  topicRights = (body: TopicRightsQuery): Promise<TopicRights> =>
    this.#call('POST', '/realtime/rights', { body });
  realtimeTables = (): Promise<readonly RealtimeTable[]> => this.#call('GET', '/realtime/tables');
  changeRealtimeTable = (id: number, body: RealtimeTableChange): Promise<ChangedRealtimeTable> =>
    this.#call('PATCH', `/realtime/tables/${id}`, { body });
  cancelSql = (id: string): Promise<void> =>
    this.#call('POST', `/sql/${encodeURIComponent(id)}/cancel`);
}

function withSignal(body: unknown, signal: AbortSignal | undefined): RequestOptions {
  return { body, ...(signal !== undefined && { signal }), timeout: 60_000 };
}
