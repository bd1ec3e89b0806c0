import { databaseFailure } from '../../base/database-failure.ts';

/** `work`, whose failure in the database is answered as upstream words it; its own errors stay. */
export async function attempt<T>(summary: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw databaseFailure(summary, error);
  }
}
