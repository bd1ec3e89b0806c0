import type { QualifiedName } from '../catalog/names.ts';
import type { SchemaCache } from '../catalog/schema-cache.ts';
import type { DataSettings } from '../settings/data-settings.ts';

/** What plans are made from besides the request. */
export interface PlanContext {
  readonly cache: SchemaCache;
  readonly settings: DataSettings;
  /** The schema of the request. */
  readonly schema: string;
}

/** Where the rows of a read come from: a relation itself, or what the statement's write or call gave. */
export interface ReadRoot {
  /** The relation whose columns and relationships the rows have. */
  readonly relation: QualifiedName;
  readonly source: 'relation' | 'result';
  /** Whether limits apply; a write gives back all rows that it changed. */
  readonly isLimited: boolean;
}
