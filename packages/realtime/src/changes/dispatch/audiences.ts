import type { Catalog } from '../catalog/catalog.ts';
import { Audience, type AudienceTools } from './audience.ts';
import type { Subscriber } from './subscriber.ts';
import type { Subscriptions } from './subscriptions.ts';

interface Known {
  readonly generation: number;
  readonly audience: Audience;
}

/** The audiences of tables, made when a table's first change comes and made anew when the schema has changed. */
export class Audiences {
  readonly #catalog: Catalog;
  readonly #tools: AudienceTools;
  readonly #subscriptions: Subscriptions;
  readonly #known = new Map<number, Known>();

  constructor(subscriptions: Subscriptions, tools: AudienceTools) {
    this.#subscriptions = subscriptions;
    this.#catalog = tools.catalog;
    this.#tools = tools;
  }

  /** Undefined where the table is gone or not published. */
  async of({ oid }: { readonly oid: number }): Promise<Audience | undefined> {
    await this.#catalog.refreshRoles();
    const { generation } = this.#catalog;
    const known = this.#known.get(oid);
    if (known?.generation === generation) return known.audience;
    this.#known.delete(oid);
    const published = await this.#catalog.published();
    const table = published.has(oid) ? await this.#catalog.table(oid) : undefined;
    if (table === undefined) return undefined;
    const audience = new Audience(
      table,
      this.#subscriptions.of(table.schema, table.name),
      this.#tools,
    );
    if (generation === this.#catalog.generation) this.#known.set(oid, { generation, audience });
    return audience;
  }

  join(subscriber: Subscriber): void {
    for (const { audience } of this.#known.values()) {
      const { schema, name } = audience.table;
      if (subscriber.watches(schema, name)) audience.join(subscriber);
    }
  }

  leave(subscriber: Subscriber): void {
    for (const { audience } of this.#known.values()) audience.leave(subscriber);
  }

  forget(): void {
    this.#known.clear();
  }
}
