import { compareNames, compareText, type QualifiedName } from './names.ts';

/** Columns that belong together: that of the origin, and that of the relation on the other side. */
export type ColumnPair = readonly [own: string, other: string];

/** A foreign key (or what a view shows of it), seen from one of its sides. */
export interface KeyRelationship {
  readonly kind: 'one-to-many' | 'many-to-one' | 'one-to-one';
  readonly from: QualifiedName;
  readonly to: QualifiedName;
  readonly fromIsView: boolean;
  readonly toIsView: boolean;
  readonly constraint: string;
  readonly columns: readonly ColumnPair[];
  /** One-to-one, seen from the referenced side. */
  readonly isParent: boolean;
}

/** Many-to-many through a table whose primary key holds both foreign keys. */
export interface JunctionRelationship {
  readonly kind: 'many-to-many';
  readonly from: QualifiedName;
  readonly to: QualifiedName;
  readonly fromIsView: boolean;
  readonly toIsView: boolean;
  readonly junction: QualifiedName;
  readonly constraints: readonly [string, string];
  /** Column of the origin with that of the junction. */
  readonly source: readonly ColumnPair[];
  /** Column of the target with that of the junction. */
  readonly target: readonly ColumnPair[];
}

/** A function from a row of the origin to rows of the target. */
export interface ComputedRelationship {
  readonly kind: 'computed';
  readonly from: QualifiedName;
  readonly to: QualifiedName;
  readonly function: QualifiedName;
  readonly toOne: boolean;
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship;

/** True where at most one row of the target belongs to a row of the origin. */
export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne;
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
}

/** True where a relation relates to itself. */
export function isSelf({ from, to }: Relationship): boolean {
  return from.schema === to.schema && from.name === to.name;
}

/** The same foreign key from its other side. */
export function inverse(key: KeyRelationship): KeyRelationship {
  return {
    kind: key.kind === 'many-to-one' ? 'one-to-many' : 'one-to-one',
    from: key.to,
    to: key.from,
    fromIsView: key.toIsView,
    toIsView: key.fromIsView,
    constraint: key.constraint,
    columns: key.columns.map(([own, other]) => [other, own]),
    isParent: true,
  };
}

/** Order in which an error lists the candidates: PostgREST's. */
const kinds = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed'];

/** Compares relationships of one origin. */
export function compareRelationships(left: Relationship, right: Relationship): number {
  return (
    Number(left.kind === 'computed') - Number(right.kind === 'computed') ||
    compareNames(left.to, right.to) ||
    kinds.indexOf(left.kind) - kinds.indexOf(right.kind) ||
    compareText(sortText(left), sortText(right))
  );
}

function sortText(relationship: Relationship): string {
  switch (relationship.kind) {
    case 'computed':
      return relationship.function.name;
    case 'many-to-many': {
      const { junction, constraints } = relationship;
      return [junction.schema, junction.name, ...constraints].join('\0');
    }
    default:
      return [relationship.constraint, ...relationship.columns.flat()].join('\0');
  }
}
