import { dataError } from '../../errors/catalogue.ts';
import type { RangeSlots } from '../../parse/bind-ranges.ts';
import { parseFieldPath, parseReservedPath } from '../../parse/query/filter.ts';
import { parseOrder } from '../../parse/query/order.ts';
import type { QuerySyntax } from '../../parse/query/parse-query.ts';
import { parseSelect } from '../../parse/query/select.ts';
import type { PlanContext, ReadRoot } from '../context.ts';
import { type LegacyName, NodeFinder } from './find-node.ts';
import { LevelPlanner } from './plan-level.ts';
import { ReadNode } from './read-node.ts';
import type { ReadPlan } from './read-plan.ts';

/** A planned read and what has to be said about the request. */
export interface PlannedRead {
  readonly plan: ReadPlan;
  readonly legacyNames: readonly LegacyName[];
  /** `select` is `*` or missing: media types that a database defines apply only then. */
  readonly selectsEverything: boolean;
}

/** Slots of limits and offsets by the text of their level; '' is the root. */
export type RangeSlotsByLevel = ReadonlyMap<string, RangeSlots>;

/**
 * Plans what a request reads: the rows of a relation, or of what its write or call gave. Throws PGRST100,
 * 108, 118, 120, 123, 127, 200 and 201.
 */
export function planRead(
  context: PlanContext,
  root: ReadRoot,
  syntax: QuerySyntax,
  ranges: RangeSlotsByLevel,
): PlannedRead {
  const node = new ReadNode(root.relation, parseSelect(syntax.select ?? '*'));
  const finder = new NodeFinder(node, context.settings.legacyTargetNames);
  attach(finder, root, syntax, ranges);
  if (!context.settings.aggregates && usesAggregates(node)) throw dataError('PGRST123');
  const plan = new LevelPlanner(context, root).planRoot(node);
  return { plan, legacyNames: finder.legacy, selectsEverything: selectsEverything(node) };
}

/** Gives each level what the parameters say of it. */
function attach(
  finder: NodeFinder,
  root: ReadRoot,
  { filters, trees, orders }: QuerySyntax,
  ranges: RangeSlotsByLevel,
): void {
  // The filters of a write choose the rows that it changes, not those that it gives back.
  const isOwn = root.isLimited;
  for (const { path, value } of [...filters, ...trees]) {
    if (isOwn || path.length > 0) finder.find(path).filters.push(value);
  }
  for (const { name, value = '' } of orders) {
    finder.find(parseReservedPath(name)).order ??= parseOrder(value);
  }
  if (!isOwn) return;
  for (const [level, slots] of ranges) {
    finder.find(levelPath(level)).range = slots;
  }
}

function levelPath(level: string): readonly string[] {
  if (level === '') return [];
  const { path, value } = parseFieldPath(level);
  return [...path, value.name];
}

function usesAggregates(node: ReadNode): boolean {
  return (
    node.fields.some(({ aggregate }) => aggregate !== undefined) ||
    node.children.some(usesAggregates)
  );
}

function selectsEverything({ fields, children }: ReadNode): boolean {
  const [only] = fields;
  return (
    fields.length === 1 &&
    children.length === 0 &&
    only?.field.name === '*' &&
    only.aggregate === undefined
  );
}
