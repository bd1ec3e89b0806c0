import type { RealtimeTable } from '@plinth/console/api';
import { expect, test } from 'vitest';
import { noteOn } from './note-on.ts';

const table = (change: Partial<RealtimeTable>): RealtimeTable => ({
  id: 1,
  schema: 'public',
  name: 'notes',
  kind: 'table',
  publishedBy: 'table',
  rlsEnabled: true,
  hasKey: true,
  replicaIdentity: 'full',
  ...change,
});

test('row level security without secure deletes is warned of: who may see a row that is gone nobody can tell', () => {
  expect(noteOn(table({ replicaIdentity: 'default' }))).toMatchObject({ tone: 'warning' });
  expect(noteOn(table({})).tone).toBe('quiet');
});

test('a published table that everybody reads, or without a key, is warned of; another is not', () => {
  expect(noteOn(table({ rlsEnabled: false })).tone).toBe('warning');
  expect(noteOn(table({ hasKey: false })).tone).toBe('warning');
  expect(noteOn(table({ publishedBy: null, rlsEnabled: false, hasKey: false })).tone).toBe('quiet');
});
