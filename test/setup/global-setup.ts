import { clusterVariable, startTestCluster } from '@plinth/testkit';

/** One Postgres for the whole run; each test file gets its own database in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const { host, port, password } = cluster;
  process.env[clusterVariable] = JSON.stringify({ host, port, password });
  return () => cluster.close();
}
