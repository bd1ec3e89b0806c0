import type { RoleAccess, TableCatalog } from '../catalog/table-catalog.ts';
import type { LoggedChange } from '../change-source.ts';
import type { Filter, SqlFilter } from '../filters/filter.ts';
import type { ColumnView } from '../payload/column-view.ts';
import type { EventError } from '../payload/event-text.ts';
import { type Identity, identityOf } from '../policies/identity.ts';
import { IdentityIndex } from '../policies/in-process/identity-index.ts';
import { type PolicyPlan, planPolicies } from '../policies/plan-policies.ts';
import type { RowImage } from '../row-image.ts';
import { type Binding, isOfKind } from './binding.ts';
import { FilterIndex } from './filter-index.ts';
import type { PreparedBinding } from './prepare-binding.ts';
import type { Subscriber } from './subscriber.ts';
import type { ChangeTask } from './task.ts';

/** Subscribers of one role whom its policies cannot tell apart. */
export interface GroupIdentity extends Identity {
  readonly entries: Set<Entry>;
  /** Those without filters. */
  readonly open: Set<Entry>;
}

/** One binding of one subscriber, on one table. */
export interface Entry {
  readonly subscriber: Subscriber;
  readonly binding: Binding;
  readonly filters: readonly Filter[];
  readonly view: ColumnView;
  readonly identity: GroupIdentity;
}

/** Somebody who could receive a change. */
export interface Candidate {
  readonly entry: Entry;
  /** Filters that only Postgres can evaluate. */
  readonly open: readonly SqlFilter[];
  /** Whether Postgres has to say if the row is visible. */
  readonly mustAsk: boolean;
  /** Number of the change among those that are evaluated together. */
  readonly task: number;
}

/** The subscribers of a table that have the same role. */
export class RoleGroup {
  readonly access: RoleAccess;
  readonly plan: PolicyPlan;
  readonly table: TableCatalog;
  readonly #identities = new Map<string, GroupIdentity>();
  readonly #filters = new FilterIndex();
  /** Without the entries that have no filters. */
  readonly #filtered = new FilterIndex();
  readonly #index: IdentityIndex<GroupIdentity> | undefined;
  /** Those whose claims need Postgres though the policies do not. */
  readonly #odd = new Set<GroupIdentity>();

  constructor(table: TableCatalog, access: RoleAccess) {
    this.table = table;
    this.access = access;
    this.plan = planPolicies(table, access);
    if (this.plan.kind === 'in-process') this.#index = new IdentityIndex(this.plan.condition);
  }

  add(subscriber: Subscriber, binding: Binding, prepared: PreparedBinding): Entry {
    const identity = this.#identity(subscriber);
    const entry: Entry = { subscriber, binding, ...prepared, identity };
    identity.entries.add(entry);
    this.#filters.add(entry);
    if (entry.filters.length === 0) identity.open.add(entry);
    else this.#filtered.add(entry);
    return entry;
  }

  remove(entry: Entry): void {
    this.#filters.remove(entry);
    const { identity } = entry;
    identity.entries.delete(entry);
    if (!identity.open.delete(entry)) this.#filtered.remove(entry);
    if (identity.entries.size > 0) return;
    this.#identities.delete(identity.key);
    if (identity.way === 'index') this.#index?.remove(identity);
    this.#odd.delete(identity);
  }

  /** What is told instead of a change that may not be shown at all. */
  errorOf(kind: LoggedChange['kind']): EventError | undefined {
    const { key } = this.table;
    const { columns } = this.access;
    if (kind === 'delete') return columns.size === 0 ? 'Error 401: Unauthorized' : undefined;
    if (key.length === 0) return 'Error 400: Bad Request, no primary key';
    return key.every((name) => columns.has(name)) ? undefined : 'Error 401: Unauthorized';
  }

  /** Whether Postgres has to say of every identity what it sees. */
  get asksAll(): boolean {
    return !['all', 'none', 'in-process'].includes(this.plan.kind);
  }

  get identities(): Iterable<GroupIdentity> {
    return this.#identities.values();
  }

  /** Everyone whose binding is about the kind of change. */
  *everyone(kind: LoggedChange['kind']): Iterable<Entry> {
    for (const { entries } of this.#identities.values()) {
      for (const entry of entries) if (isOfKind(entry.binding, kind)) yield entry;
    }
  }

  /**
   * Who could receive a change, as far as that can be told here. Without `isChecked` (a deleted row that the log did
   * not keep) no policy is asked. Where Postgres is asked about all, those without filters are not named: they could
   * receive everything.
   */
  *candidates({ kind, image }: ChangeTask, task: number, isChecked: boolean): Iterable<Candidate> {
    if (!isChecked || this.plan.kind === 'all') {
      yield* this.#passing(this.#filters.candidates(image), { kind, image, task }, false);
    } else if (this.plan.kind === 'in-process') {
      yield* this.#passing(this.#visible(image), { kind, image, task }, false);
      for (const { entries } of this.#odd)
        yield* this.#passing(entries, { kind, image, task }, true);
    } else if (this.plan.kind !== 'none') {
      yield* this.#passing(this.#filtered.candidates(image), { kind, image, task }, true);
    }
  }

  /** Whether an identity sees a row; undefined where Postgres has to say. */
  sees(identity: GroupIdentity, image: RowImage): boolean | undefined {
    if (this.plan.kind === 'all') return true;
    if (this.plan.kind === 'none') return false;
    return identity.way === 'index' ? this.#index?.sees(identity, image) : undefined;
  }

  *#visible(image: RowImage): Iterable<Entry> {
    const visible = this.#index?.visible(image) ?? new Set();
    if (visible.size < fewIdentities) {
      for (const { entries } of visible) yield* entries;
      return;
    }
    for (const entry of this.#filters.candidates(image)) {
      if (visible.has(entry.identity)) yield entry;
    }
  }

  *#passing(
    entries: Iterable<Entry>,
    { kind, image, task }: Pick<ChangeTask, 'kind' | 'image'> & { readonly task: number },
    mustAsk: boolean,
  ): Iterable<Candidate> {
    for (const entry of entries) {
      if (!isOfKind(entry.binding, kind)) continue;
      const open = openFilters(entry.filters, image);
      if (open !== undefined) yield { entry, open, mustAsk, task };
    }
  }

  #identity(subscriber: Subscriber): GroupIdentity {
    const identity = identityOf(this.plan, subscriber.caller);
    const known = this.#identities.get(identity.key);
    if (known !== undefined) return known;
    const added: GroupIdentity = { ...identity, entries: new Set(), open: new Set() };
    this.#identities.set(identity.key, added);
    if (identity.way === 'index') this.#index?.add(added);
    else if (this.plan.kind === 'in-process') this.#odd.add(added);
    return added;
  }
}

/** Up to so many are gone through one by one; with more, the filters say who is left. */
const fewIdentities = 64;

const nothingOpen: readonly SqlFilter[] = [];

/** The filters that are still to be asked; undefined where one does not match. */
function openFilters(
  filters: readonly Filter[],
  image: RowImage,
): readonly SqlFilter[] | undefined {
  let open: SqlFilter[] | undefined;
  for (const filter of filters) {
    if (filter.kind === 'in-process') {
      if (!filter.test(image.logged(filter.column))) return undefined;
    } else {
      open ??= [];
      open.push(filter);
    }
  }
  return open ?? nothingOpen;
}
