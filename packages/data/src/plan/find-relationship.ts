import type { QualifiedName } from '../catalog/names.ts';
import { isSelf, type Relationship } from '../catalog/relationship.ts';
import type { SchemaCache } from '../catalog/schema-cache.ts';
import { ambiguousRelationship, noRelationship } from './hints/relationship-errors.ts';

/**
 * The relationship from `origin` to what `select` calls `target`. Throws PGRST200 where there is none and
 * PGRST201 where there are several.
 */
export function findRelationship(
  cache: SchemaCache,
  origin: QualifiedName,
  target: string,
  hint: string | undefined,
): Relationship {
  const matching = cache
    .relationshipsOf(origin)
    .filter((relationship) => matches(relationship, target, hint));
  const [first, second] = matching;
  if (first === undefined) throw noRelationship(cache, origin, target, hint);
  if (second !== undefined) throw ambiguousRelationship(origin.name, target, matching);
  return first;
}

function matches(relationship: Relationship, target: string, hint: string | undefined): boolean {
  if (relationship.kind === 'computed') return relationship.function.name === target;
  if (isSelf(relationship)) return matchesItself(relationship, target, hint);
  if (hint !== undefined) return relationship.to.name === target && isHinted(relationship, hint);
  if (relationship.to.name === target) return true;
  // A constraint or a column may stand for the table that it leads to; for a view that would be a guess.
  if (relationship.toIsView) return false;
  return relationship.kind !== 'many-to-many'
    ? relationship.constraint === target || isOwnColumn(relationship, target)
    : false;
}

/**
 * One foreign key to the own table is two relationships. By convention the table's name means the rows that
 * refer to this one, the column's name the row that this one refers to.
 */
function matchesItself(
  relationship: Relationship,
  target: string,
  hint: string | undefined,
): boolean {
  const toMany = relationship.kind === 'one-to-many' && relationship.to.name === target;
  if (hint !== undefined) return toMany && isOtherColumn(relationship, hint);
  return toMany || (relationship.kind === 'many-to-one' && isOwnColumn(relationship, target));
}

function isHinted(relationship: Relationship, hint: string): boolean {
  if (relationship.kind === 'many-to-many') return relationship.junction.name === hint;
  if (relationship.kind === 'computed') return false;
  return (
    relationship.constraint === hint ||
    isOwnColumn(relationship, hint) ||
    isOtherColumn(relationship, hint)
  );
}

function isOwnColumn(relationship: Relationship, name: string): boolean {
  const column = onlyColumn(relationship);
  return column !== undefined && column[0] === name;
}

function isOtherColumn(relationship: Relationship, name: string): boolean {
  const column = onlyColumn(relationship);
  return column !== undefined && column[1] === name;
}

function onlyColumn(relationship: Relationship): readonly [string, string] | undefined {
  if (relationship.kind === 'computed' || relationship.kind === 'many-to-many') return undefined;
  return relationship.columns.length === 1 ? relationship.columns[0] : undefined;
}
