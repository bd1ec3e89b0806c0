import { nameKey, type QualifiedName } from '../names.ts';
import type { ColumnPair, KeyRelationship } from '../relationship.ts';
import type { RawCatalog, RawForeignKey, RawRelation } from './raw-catalog.ts';
import type { ViewOrigins, ViewSource } from './view-origins.ts';

/** Most ways in which one view may show the columns of one foreign key. */
const mostVariants = 32;

/**
 * All foreign keys, each from its own side, together with what views show of them: a view that has all
 * columns of a key (or all columns it refers to) has the relationship too.
 */
export function readForeignKeys(catalog: RawCatalog, views: ViewOrigins): KeyRelationship[] {
  return catalog.keys.foreign.flatMap((key) => {
    const [, own, referenced, pairs] = key;
    const ownSides = sides(
      own,
      views,
      pairs.map(([name, number]) => ({ name, number })),
    );
    const otherSides = sides(
      referenced,
      views,
      pairs.map(([, , name, number]) => ({ name, number })),
    );
    return ownSides.flatMap((from) => otherSides.map((to) => relationship(key, from, to)));
  });
}

interface Side {
  readonly relation: QualifiedName;
  readonly isView: boolean;
  readonly columns: readonly string[];
}

interface KeyColumn {
  readonly name: string;
  readonly number: number;
}

/** A relation itself, then every view that shows all of the key's columns, in every way it does. */
function sides(
  [oid, schema, name]: RawRelation,
  views: ViewOrigins,
  columns: readonly KeyColumn[],
): readonly Side[] {
  const itself: Side = {
    relation: { schema, name },
    isView: false,
    columns: columns.map((column) => column.name),
  };
  const shown = views
    .viewsOf(oid)
    .flatMap((view) =>
      variants(view, columns).map((each) => ({ relation: view.view, isView: true, columns: each })),
    );
  return [itself, ...shown];
}

/** A view may show one column several times: each combination is a key of its own. */
function variants({ columns: shown }: ViewSource, columns: readonly KeyColumn[]): string[][] {
  return columns.reduce<string[][]>(
    (found, { number }) =>
      found
        .flatMap((each) => (shown.get(number) ?? []).map((name) => [...each, name]))
        .slice(0, mostVariants),
    [[]],
  );
}

function relationship(
  [constraint, , , , oneToOne]: RawForeignKey,
  from: Side,
  to: Side,
): KeyRelationship {
  const columns = from.columns.map((own, index): ColumnPair => [own, to.columns[index] ?? '']);
  return {
    kind: oneToOne ? 'one-to-one' : 'many-to-one',
    from: from.relation,
    to: to.relation,
    fromIsView: from.isView,
    toIsView: to.isView,
    constraint,
    columns,
    isParent: false,
  };
}

/** Relationships by the relation on one of their sides. */
export function indexBy(
  keys: readonly KeyRelationship[],
  side: 'from' | 'to',
): ReadonlyMap<string, readonly KeyRelationship[]> {
  const index = new Map<string, KeyRelationship[]>();
  for (const key of keys) {
    const name = nameKey(key[side]);
    const known = index.get(name);
    if (known === undefined) index.set(name, [key]);
    else known.push(key);
  }
  return index;
}
