import type { QualifiedName } from '../../catalog/names.ts';
import type { ColumnPair, Relationship } from '../../catalog/relationship.ts';
import type { SchemaCache } from '../../catalog/schema-cache.ts';
import { dataError } from '../../errors/catalogue.ts';
import { FuzzySet } from './fuzzy-set.ts';

/** PGRST200: nothing leads from one relation to the other. */
export function noRelationship(
  cache: SchemaCache,
  origin: QualifiedName,
  target: string,
  hint: string | undefined,
): Error {
  const parent = origin.name;
  const using = hint === undefined ? '' : `' using the hint '${hint}`;
  return dataError('PGRST200', {
    message: `Could not find a relationship between '${parent}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${parent}' and '${target}${using}' in the schema '${origin.schema}', but no matches were found.`,
    hint: suggestion(cache, origin, target),
  });
}

function suggestion(cache: SchemaCache, origin: QualifiedName, target: string): string | null {
  const known = cache.relationshipsOf(origin);
  if (!cache.hasKeys(origin)) {
    const parent = new FuzzySet(cache.originsOf(origin.schema)).best(origin.name);
    return parent === undefined ? null : instead(parent, origin.name);
  }
  // A target that exists is right: then it is the hint that is wrong.
  const children = new FuzzySet(known.map(({ to }) => to.name)).matches(target);
  const child = children.find(({ score }) => score < 1);
  return child === undefined ? null : instead(child.text, target);
}

function instead(found: string, given: string): string {
  return `Perhaps you meant '${found}' instead of '${given}'.`;
}

/** PGRST201: several foreign keys lead from one relation to the other. */
export function ambiguousRelationship(
  origin: string,
  target: string,
  candidates: readonly Relationship[],
): Error {
  const names = candidates.map((each) => `'${each.to.name}!${hintFor(each)}'`).join(', ');
  return dataError('PGRST201', {
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: candidates.map(describe),
    hint: `Try changing '${target}' to one of the following: ${names}. Find the desired relationship in the 'details' key.`,
  });
}

function hintFor(relationship: Relationship): string {
  if (relationship.kind === 'many-to-many') return relationship.junction.name;
  return relationship.kind === 'computed' ? relationship.function.name : relationship.constraint;
}

function describe(relationship: Relationship): object {
  const { from, to, kind } = relationship;
  return {
    cardinality: kind,
    embedding: `${from.name} with ${to.name}`,
    relationship: path(relationship),
  };
}

function path(relationship: Relationship): string {
  const { from, to } = relationship;
  if (relationship.kind === 'computed') return relationship.function.name;
  if (relationship.kind === 'many-to-many') {
    const [first, second] = relationship.constraints;
    const source = columnList(relationship.source, 1);
    return `${relationship.junction.name} using ${first}${source} and ${second}${columnList(relationship.target, 1)}`;
  }
  const { constraint, columns } = relationship;
  return `${constraint} using ${from.name}${columnList(columns, 0)} and ${to.name}${columnList(columns, 1)}`;
}

function columnList(columns: readonly ColumnPair[], side: 0 | 1): string {
  return `(${columns.map((pair) => pair[side]).join(', ')})`;
}
