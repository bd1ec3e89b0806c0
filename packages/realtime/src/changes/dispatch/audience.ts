import { PostgresError } from '@plinth/postgres';
import type { Catalog } from '../catalog/catalog.ts';
import type { TableCatalog } from '../catalog/table-catalog.ts';
import { exceptionText, InvalidParameter } from '../errors.ts';
import { describeBinding, isAbout } from './binding.ts';
import type { BindingPreparer } from './prepare-binding.ts';
import { type Entry, RoleGroup } from './role-group.ts';
import type { Subscriber } from './subscriber.ts';

/** What audiences are made with. */
export interface AudienceTools {
  readonly catalog: Catalog;
  readonly preparer: BindingPreparer;
}

/** The subscribers of one table as it is now, by role and identity. */
export class Audience {
  readonly table: TableCatalog;
  readonly #tools: AudienceTools;
  readonly #groups = new Map<string, RoleGroup>();
  readonly #entries = new Map<Subscriber, { group: RoleGroup; entry: Entry }[]>();
  readonly #joining: Set<Subscriber>;

  constructor(table: TableCatalog, subscribers: Iterable<Subscriber>, tools: AudienceTools) {
    this.table = table;
    this.#tools = tools;
    this.#joining = new Set(subscribers);
  }

  get groups(): Iterable<RoleGroup> {
    return this.#groups.values();
  }

  join(subscriber: Subscriber): void {
    this.leave(subscriber);
    this.#joining.add(subscriber);
  }

  leave(subscriber: Subscriber): void {
    this.#joining.delete(subscriber);
    for (const { group, entry } of this.#entries.get(subscriber) ?? []) group.remove(entry);
    this.#entries.delete(subscriber);
  }

  /** Takes in who has joined since. Throws where Postgres is not there; then they are taken in next time. */
  async settle(): Promise<void> {
    while (this.#joining.size > 0) {
      for (const subscriber of [...this.#joining]) await this.#admit(subscriber);
    }
  }

  async #admit(subscriber: Subscriber): Promise<void> {
    const { caller } = subscriber;
    const group = await this.#group(caller.role);
    const { schema, name } = this.table;
    const prepared = [];
    for (const binding of subscriber.bindings) {
      if (group === undefined || !isAbout(binding, schema, name)) continue;
      try {
        const ready = await this.#tools.preparer.prepare(this.table, group.access, binding);
        prepared.push({ binding, ready });
      } catch (error) {
        if (!(error instanceof PostgresError || error instanceof InvalidParameter)) throw error;
        // It fitted when the subscriber came: the table or the role is another now.
        subscriber.fail(unfit(describeBinding(binding), error));
      }
    }
    // Meanwhile it may have left, or have other claims.
    if (!this.#joining.has(subscriber) || subscriber.caller !== caller) return;
    this.#joining.delete(subscriber);
    if (group === undefined) return;
    this.#entries.set(
      subscriber,
      prepared.map(({ binding, ready }) => ({
        group,
        entry: group.add(subscriber, binding, ready),
      })),
    );
  }

  async #group(role: string): Promise<RoleGroup | undefined> {
    const known = this.#groups.get(role);
    if (known !== undefined) return known;
    const access = await this.#tools.catalog.access(this.table, role);
    if (access === undefined) return undefined;
    // Another table's task does not come in between: an audience has one task at a time.
    const group = new RoleGroup(this.table, access);
    this.#groups.set(role, group);
    return group;
  }
}

/** Upstream's text for parameters that Postgres refuses. */
export function unfit(description: string, error: Error): string {
  return `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${description}]. Exception: ${exceptionText(error)}`;
}
