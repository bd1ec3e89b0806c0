export { clusterVariable, sharedCluster } from './shared-cluster.ts';
export { silentLogger } from './silent-logger.ts';
export { createTestBackend, type TestBackend, type TestBackendOptions } from './test-backend.ts';
export { startTestCluster, type TestCluster, type TestClusterInfo } from './test-cluster.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
