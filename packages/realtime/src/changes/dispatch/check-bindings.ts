import { PostgresError } from '@plinth/postgres';
import type { Catalog } from '../catalog/catalog.ts';
import { exceptionText, InvalidParameter, SubscribeError } from '../errors.ts';
import { unfit } from './audience.ts';
import { type Binding, describeBinding, isAbout } from './binding.ts';
import type { BindingPreparer } from './prepare-binding.ts';

/** Most tables that a binding with wildcards is checked against; with the others it is found out when they change. */
const mostTables = 100;

/** Refuses bindings that can never receive anything: throws SubscribeError with upstream's text. */
export async function checkBindings(
  catalog: Catalog,
  preparer: BindingPreparer,
  role: string,
  bindings: readonly Binding[],
): Promise<void> {
  const published = [...(await catalog.published()).values()];
  for (const binding of bindings) {
    const tables = published.filter(({ schema, name }) => isAbout(binding, schema, name));
    if (tables.length === 0) {
      throw new SubscribeError(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${describeBinding(binding)}]`,
      );
    }
    for (const { oid } of tables.slice(0, mostTables)) {
      await checkTable(catalog, preparer, role, binding, oid);
    }
  }
}

async function checkTable(
  catalog: Catalog,
  preparer: BindingPreparer,
  role: string,
  binding: Binding,
  oid: number,
): Promise<void> {
  const table = await catalog.table(oid);
  if (table === undefined) return;
  const access = await catalog.access(table, role);
  if (access === undefined) {
    const reason = `ERROR 42704 (undefined_object) role "${role}" does not exist`;
    throw new SubscribeError(unfit(describeBinding(binding), new Error(reason)));
  }
  try {
    await preparer.prepare(table, access, binding);
  } catch (error) {
    if (!(error instanceof PostgresError || error instanceof InvalidParameter)) throw error;
    throw new SubscribeError(unfit(describeBinding(binding), new Error(exceptionText(error))));
  }
}
