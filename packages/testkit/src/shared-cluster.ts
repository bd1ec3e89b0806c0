import { startTestCluster, type TestClusterInfo } from './test-cluster.ts';

/** Environment variable in which a test run's global set-up tells its workers of the cluster it started. */
export const clusterVariable = 'PLINTH_TEST_CLUSTER';

let own: Promise<TestClusterInfo> | undefined;

/** The cluster of this test run: the one that the global set-up announced, or one of this process' own. */
export function sharedCluster(): Promise<TestClusterInfo> {
  const announced = process.env[clusterVariable];
  if (announced !== undefined) return Promise.resolve(JSON.parse(announced) as TestClusterInfo);
  own ??= startTestCluster();
  return own;
}
