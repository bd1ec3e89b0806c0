export type { ChangeFeed } from './changes/change-feed.ts';
export { realtimeMigrations } from './sql/migrations.ts';
