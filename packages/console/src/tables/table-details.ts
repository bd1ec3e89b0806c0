import { isSystemSchema, type TableEntryDetails } from '@plinth/schema';
import type { TableDetails } from '../api/tables.ts';

/** A table as the API tells of it. */
export function toTableDetails(details: TableEntryDetails): TableDetails {
  const { kind, schema } = details;
  const hasRows = kind === 'table' || kind === 'partitioned table';
  return { ...details, editable: hasRows && !isSystemSchema(schema) };
}
