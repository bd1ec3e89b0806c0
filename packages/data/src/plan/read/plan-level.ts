import type { QualifiedName } from '../../catalog/names.ts';
import { isToOne } from '../../catalog/relationship.ts';
import { dataError } from '../../errors/catalogue.ts';
import type { OrderSyntax } from '../../parse/syntax.ts';
import type { PlanContext, ReadRoot } from '../context.ts';
import { findRelationship } from '../find-relationship.ts';
import { Aliases } from './aliases.ts';
import { notEmbedded } from './find-node.ts';
import { joinSource } from './join-source.ts';
import { planColumns } from './plan-columns.ts';
import { planConditions } from './plan-conditions.ts';
import type { ReadNode } from './read-node.ts';
import type { Bound, EmbedPlan, OrderTerm, ReadPlan, ReadSource } from './read-plan.ts';
import { FieldResolver } from './resolve-field.ts';
import { spreadArrays, spreadObject } from './spread.ts';

/** Where a level's rows come from and how they are called. */
interface Level {
  readonly source: ReadSource;
  readonly alias: string;
  /** A level above is grouped: the columns of this one must be named. */
  readonly isGrouped: boolean;
  /** How many levels are above. */
  readonly depth: number;
}

/** Plans levels from the root down and from the embeds up. */
export class LevelPlanner {
  readonly #context: PlanContext;
  readonly #root: ReadRoot;
  readonly #aliases: Aliases;

  constructor(context: PlanContext, root: ReadRoot) {
    this.#context = context;
    this.#root = root;
    this.#aliases = new Aliases(root.relation.name);
  }

  planRoot(node: ReadNode): ReadPlan {
    const source: ReadSource =
      this.#root.source === 'result'
        ? { kind: 'result' }
        : { kind: 'relation', name: node.relation, junction: undefined, joins: [] };
    return this.#planLevel(node, { source, alias: node.relation.name, isGrouped: false, depth: 0 });
  }

  #planLevel(node: ReadNode, { source, alias, isGrouped, depth }: Level): ReadPlan {
    const { cache } = this.#context;
    const resolver = new FieldResolver(cache, cache.table(node.relation));
    const isGroupedHere =
      isGrouped ||
      node.fields.some(({ aggregate }) => aggregate !== undefined) ||
      isToManySpread(node);
    requireDistinctNames(node, depth);
    const embeds = node.children.map((child) =>
      this.#planEmbed(child, node.relation, { alias, isGrouped: isGroupedHere, depth }),
    );
    return {
      source,
      alias,
      columns: planColumns(node, resolver, isGroupedHere),
      conditions: planConditions(node.filters, resolver, embeds),
      order: (node.order ?? []).map((term) => this.#planOrder(term, node, resolver, embeds)),
      limit: this.#limit(node),
      offset: slotBound(node.range?.offset),
      embeds,
      orderColumns: [],
    };
  }

  #planEmbed(child: ReadNode, parent: QualifiedName, above: Omit<Level, 'source'>): EmbedPlan {
    const { embed } = child;
    const relationship = findRelationship(this.#context.cache, parent, child.target, embed?.hint);
    child.relationship = relationship;
    child.relation = relationship.to;
    const alias = this.#aliases.next(relationship.to.name);
    const source = joinSource(relationship, above.alias, alias, this.#aliases);
    const depth = above.depth + 1;
    const plan = this.#planLevel(child, { source, alias, isGrouped: above.isGrouped, depth });
    const toOne = isToOne(relationship);
    const planned: EmbedPlan = {
      shape: toOne ? 'object' : 'array',
      name: child.name,
      alias: this.#aliases.next(child.name),
      inner: embed?.join === 'inner',
      hidden: child.selectsNothing,
      spread: [],
      plan,
    };
    if (embed?.spread !== true) return planned;
    return toOne ? spreadObject(planned) : spreadArrays(planned);
  }

  #planOrder(
    { relation, field, direction, nulls }: OrderSyntax,
    node: ReadNode,
    resolver: FieldResolver,
    embeds: readonly EmbedPlan[],
  ): OrderTerm {
    if (relation === undefined) {
      return { embedAlias: undefined, field: resolver.ordered(field), direction, nulls };
    }
    const index = node.children.findIndex((child) => child.name === relation);
    const child = node.children[index];
    const embed = embeds[index];
    if (child?.relationship === undefined || embed === undefined) throw notEmbedded(relation);
    if (!isToOne(child.relationship)) throw notToOne(node.relation.name, relation);
    const { cache } = this.#context;
    const inner = new FieldResolver(cache, cache.table(child.relation));
    return { embedAlias: embed.alias, field: inner.ordered(field), direction, nulls };
  }

  #limit(node: ReadNode): Bound | undefined {
    if (!this.#root.isLimited) return undefined;
    const own = slotBound(node.range?.limit);
    const { maxRows } = this.#context.settings;
    // The value in the slot already respects the maximum.
    return own ?? (maxRows === undefined ? undefined : { fixed: maxRows });
  }
}

function slotBound(slot: number | undefined): Bound | undefined {
  return slot === undefined ? undefined : { slot };
}

/** A spread whose rows become arrays; whether it is one is known only once its relationship is. */
function isToManySpread({ embed, relationship }: ReadNode): boolean {
  return embed?.spread === true && relationship !== undefined && !isToOne(relationship);
}

function notToOne(origin: string, target: string): Error {
  return dataError('PGRST118', {
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
}

/** Two embeds of one name would be one key of the result; PostgREST lets Postgres say so. */
function requireDistinctNames({ relation, children }: ReadNode, depth: number): void {
  const names = new Set<string>();
  for (const { name } of children) {
    if (names.has(name)) {
      throw dataError('42712', {
        message: `table name "${relation.name}_${name}_${depth + 1}" specified more than once`,
      });
    }
    names.add(name);
  }
}
