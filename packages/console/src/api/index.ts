export type * from './file-jobs.ts';
export type * from './members.ts';
export type * from './projects.ts';
export type * from './realtime.ts';
export type * from './rows.ts';
export type * from './sql.ts';
export type * from './tables.ts';
