/** What the settings of a cluster depend on. */
export interface SettingsInput {
  readonly port: number;
  readonly socketFolder: string;
  /** Megabytes this machine may use. */
  readonly memory: number;
}

const clamp = (value: number, least: number, most: number): number =>
  Math.floor(Math.min(Math.max(value, least), most));

/**
 * `plinth.conf`, written at every start and included by postgresql.conf, so that a user's own lines
 * (and ALTER SYSTEM) stand. A server shares its machine with the application's processes: a 1 GB machine
 * gets 128 MB of shared buffers, a 24 GB machine 3 GB.
 */
export function clusterSettings({ port, socketFolder, memory }: SettingsInput): string {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    max_connections: 100,
    // Nothing acknowledged is lost.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Realtime reads the log, with a slot for each project; a forgotten slot may not fill the disk.
    wal_level: 'logical',
    max_wal_senders: 64,
    max_replication_slots: 64,
    max_slot_wal_keep_size: '4GB',
    // Only flushed log is sent: with synchronous_commit off a change would wait for 200 ms.
    wal_writer_delay: '10ms',
    max_wal_size: '1GB',
    min_wal_size: '80MB',
    wal_compression: 'on',
    shared_buffers: `${clamp(memory / 8, 32, 8192)}MB`,
    effective_cache_size: `${clamp(memory / 2, 128, 65536)}MB`,
    work_mem: `${clamp(memory / 256, 4, 64)}MB`,
    maintenance_work_mem: `${clamp(memory / 16, 32, 1024)}MB`,
    // Requests are short: compiling a plan costs more than it saves.
    jit: 'off',
    random_page_cost: 1.1,
    max_worker_processes: 8,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] %q%u@%d ',
    cluster_name: 'plinth',
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
  );
  return `# Written by plinth at every start. Your own settings go into postgresql.conf.\n${lines.join('\n')}\n`;
}

/** pg_hba.conf: a password from everywhere, and from nowhere but this machine. */
export const hostRules = `# Written by plinth when the cluster was made.
# type  database     user  address        method
local   all          all                  scram-sha-256
host    all          all   127.0.0.1/32   scram-sha-256
host    all          all   ::1/128        scram-sha-256
local   replication  all                  scram-sha-256
host    replication  all   127.0.0.1/32   scram-sha-256
`;
