import type { SystemMigrations } from '@plinth/postgres';
import tables from './0001-tables.sql';
import policyFunctions from './0002-policy-functions.sql';
import triggers from './0003-triggers.sql';
import search from './0004-search.sql';
import resumableUploads from './0005-resumable-uploads.sql';
import publicBuckets from './0006-public-buckets.sql';

/** The tables and functions of schema `storage`, those of hosted Supabase and what keeps bytes and rows together. */
export const storageMigrations: SystemMigrations = {
  service: 'storage',
  migrations: [
    { version: '0001', name: 'tables', sql: tables },
    { version: '0002', name: 'policy-functions', sql: policyFunctions },
    { version: '0003', name: 'triggers', sql: triggers },
    { version: '0004', name: 'search', sql: search },
    { version: '0005', name: 'resumable-uploads', sql: resumableUploads },
    { version: '0006', name: 'public-buckets', sql: publicBuckets },
  ],
};
