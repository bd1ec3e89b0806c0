import type { Claims } from '@plinth/kernel';
import type { RowImage } from '../../row-image.ts';
import { type Condition, evaluate, type Operand, orUnknown, readClaims } from './condition.ts';

/** Whoever has claims. */
export interface Claimant {
  readonly claims: Claims;
}

/** One way to see a row: all of these are true. */
interface Branch<I> {
  readonly ofRow: readonly Condition[];
  readonly ofClaims: readonly Condition[];
  readonly ofBoth: readonly Condition[];
  readonly key: { readonly row: Operand; readonly claims: Operand } | undefined;
  /** Who satisfies what depends on claims alone, by the value that the row must have. */
  readonly byValue: Map<string, Set<I>>;
  readonly everyone: Set<I>;
}

/** Most branches that a condition is taken apart into; beyond that it is evaluated for everyone. */
const mostBranches = 32;

/**
 * Who sees a row, by the values of its columns: the cost depends on how many see it, not on how many there are,
 * where the condition has a `row = claim` in each of its branches.
 */
export class IdentityIndex<I extends Claimant> {
  readonly #condition: Condition;
  readonly #branches: readonly Branch<I>[];

  constructor(condition: Condition) {
    this.#condition = condition;
    this.#branches = branchesOf(condition).map((parts) => toBranch<I>(parts));
  }

  /** Throws Unsuitable where the claims need Postgres. */
  add(identity: I): void {
    readClaims(this.#condition, identity.claims);
    const places = this.#branches.map((branch) => placeOf(branch, identity));
    for (const place of places) place?.add(identity);
  }

  remove(identity: I): void {
    for (const branch of this.#branches) {
      branch.everyone.delete(identity);
      if (branch.key === undefined) continue;
      const value = branch.key.claims.value(undefined, identity.claims);
      if (value === null) continue;
      const same = branch.byValue.get(value);
      same?.delete(identity);
      if (same?.size === 0) branch.byValue.delete(value);
    }
  }

  /** Who sees the row. A value that is missing hides the row where it matters. */
  visible(image: RowImage): ReadonlySet<I> {
    let found: ReadonlySet<I> | undefined;
    let own: Set<I> | undefined;
    for (const branch of this.#branches) {
      const some = seenThrough(branch, image);
      if (some === undefined || some.size === 0) continue;
      if (found === undefined) {
        found = some;
        continue;
      }
      own ??= new Set(found);
      for (const identity of some) own.add(identity);
      found = own;
    }
    return found ?? new Set();
  }

  sees(identity: I, image: RowImage): boolean {
    return evaluate(this.#condition, image, identity.claims) === true;
  }
}

/** Where an identity stands in a branch; undefined where it can see nothing through it. */
function placeOf<I extends Claimant>(branch: Branch<I>, identity: I): Set<I> | undefined {
  const { claims } = identity;
  const passes = branch.ofClaims.every((each) => evaluate(each, undefined, claims) === true);
  const value = branch.key?.claims.value(undefined, claims);
  if (!passes || value === null) return undefined;
  if (value === undefined) return branch.everyone;
  let same = branch.byValue.get(value);
  if (same === undefined) {
    same = new Set();
    branch.byValue.set(value, same);
  }
  return same;
}

function seenThrough<I extends Claimant>(
  branch: Branch<I>,
  image: RowImage,
): ReadonlySet<I> | undefined {
  for (const each of branch.ofRow) if (evaluate(each, image, {}) !== true) return undefined;
  const { key } = branch;
  const value = key === undefined ? undefined : orUnknown(() => key.row.value(image, {}));
  if (value === null) return undefined;
  const all = value === undefined ? branch.everyone : branch.byValue.get(value);
  if (all === undefined || branch.ofBoth.length === 0) return all;
  const some = new Set<I>();
  for (const identity of all) {
    const passes = branch.ofBoth.every((each) => evaluate(each, image, identity.claims) === true);
    if (passes) some.add(identity);
  }
  return some;
}

function toBranch<I>(parts: readonly Condition[]): Branch<I> {
  const both = parts.filter(({ reads }) => reads.row && reads.claims);
  const keyed = both.find((part) => part.kind === 'test' && part.equal !== undefined);
  return {
    ofRow: parts.filter(({ reads }) => !reads.claims),
    ofClaims: parts.filter(({ reads }) => reads.claims && !reads.row),
    ofBoth: both.filter((part) => part !== keyed),
    key: keyed?.kind === 'test' ? keyed.equal : undefined,
    byValue: new Map(),
    everyone: new Set(),
  };
}

/** The condition as an OR of ANDs, as far as that stays small. */
function branchesOf(condition: Condition): readonly (readonly Condition[])[] {
  if (condition.kind === 'or') {
    const all = condition.parts.flatMap(branchesOf);
    return all.length <= mostBranches ? all : [[condition]];
  }
  if (condition.kind === 'and') {
    let all: readonly (readonly Condition[])[] = [[]];
    for (const part of condition.parts) {
      const own = branchesOf(part);
      if (all.length * own.length > mostBranches) return [[condition]];
      all = all.flatMap((before) => own.map((after) => [...before, ...after]));
    }
    return all;
  }
  return [[condition]];
}
