import type { Binding } from './listener.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { LeakTable } from './tables.ts';

/** The first binding of every channel: a row there says that all before it has come. */
const beaconBinding: Binding = { event: 'INSERT', schema: 'public', table: 'beacons' };

/** What a channel listens to: most tables, here and there through a filter or for one kind of event; some listen to everything. */
export function randomBindings(random: SeededRandom, tables: readonly LeakTable[]): Binding[] {
  const chosen = random.some(tables, 0.7).map((table): Binding => {
    const event = random.pick(['*', '*', '*', 'INSERT', 'UPDATE', 'DELETE'] as const);
    const { filters = [] } = table;
    const isFiltered = filters.length > 0 && random.chance(0.6);
    return {
      event,
      schema: 'public',
      table: table.name,
      ...(isFiltered && { filter: random.pick(filters).filter }),
    };
  });
  const everything: Binding[] = random.chance(0.1) ? [{ event: '*', schema: 'public' }] : [];
  return [beaconBinding, ...everything, ...chosen];
}
