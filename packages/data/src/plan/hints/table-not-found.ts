import type { QualifiedName } from '../../catalog/names.ts';
import type { SchemaCache } from '../../catalog/schema-cache.ts';
import { dataError } from '../../errors/catalogue.ts';
import { FuzzySet } from './fuzzy-set.ts';

/** A name is only suggested where it is about right: hints tell strangers which tables exist. */
const leastLikeness = 0.75;

/** PGRST205: no table or view of this name is exposed. */
export function tableNotFound(cache: SchemaCache, { schema, name }: QualifiedName): Error {
  const names = cache.tablesOf(schema).map((table) => table.name);
  const best = new FuzzySet(names).best(name, leastLikeness);
  return dataError('PGRST205', {
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: best === undefined ? null : `Perhaps you meant the table '${schema}.${best}'`,
  });
}
