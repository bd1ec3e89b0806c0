import { createHash } from 'node:crypto';
import type { ChangeBinding } from '../change-feed.ts';
import type { LoggedChange } from '../change-source.ts';
import { SubscribeError } from '../errors.ts';
import { inspect, inspectList, type ParsedFilter, parseFilter } from '../filters/parse-filter.ts';

/** A binding as it is understood. */
export interface Binding {
  readonly id: number;
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE' | '*';
  /** `*`: every one. */
  readonly schema: string;
  readonly table: string;
  readonly filters: readonly ParsedFilter[];
  readonly select: readonly string[] | undefined;
}

/** Most columns of a `select` list: as many as a table can have. */
const mostColumns = 1_600;

/** A hash of the parameters: equal bindings have equal ids, in 27 bits as upstream's. */
export function bindingId(binding: ChangeBinding): number {
  const { event, schema, table, filter, select } = binding;
  const text = JSON.stringify([event, schema, table ?? null, filter ?? null, select ?? null]);
  return createHash('sha256').update(text).digest().readUInt32BE(0) >>> 5;
}

/** Throws SubscribeError with upstream's text. */
export function parseBinding(binding: ChangeBinding): Binding {
  const { schema, table = '*', filter, select } = binding;
  const event = eventOf(binding.event);
  const filters = filter === undefined ? [] : parseFilter(filter);
  const selected = select === undefined || select.length === 0 ? undefined : select;
  if (selected !== undefined && (schema === '*' || table === '*')) {
    throw new SubscribeError(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    );
  }
  if ((selected?.length ?? 0) > mostColumns) {
    throw new SubscribeError('Error parsing `select` params: too many columns');
  }
  return { id: bindingId(binding), event, schema, table, filters, select: selected };
}

function eventOf(event: string): Binding['event'] {
  const upper = event.toUpperCase();
  return upper === 'INSERT' || upper === 'UPDATE' || upper === 'DELETE' ? upper : '*';
}

/** The parameters as upstream's messages show them. */
export function describeBinding({ event, schema, table, filters, select }: Binding): string {
  const conditions = filters.map(
    ({ column, operator, value, isNegated }) =>
      `{${[column, operator, value].map(inspect).join(', ')}, ${isNegated}}`,
  );
  const selected = select === undefined ? 'nil' : inspectList(select);
  return `event: ${event}, schema: ${schema}, table: ${table}, filters: [${conditions.join(', ')}], select: ${selected}`;
}

/** Whether a binding is about a table. */
export function isAbout(binding: Binding, schema: string, table: string): boolean {
  return (
    (binding.schema === '*' || binding.schema === schema) &&
    (binding.table === '*' || binding.table === table)
  );
}

const kinds = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const;

/** Whether a binding is about a kind of change. */
export function isOfKind({ event }: Pick<Binding, 'event'>, kind: LoggedChange['kind']): boolean {
  return event === '*' || event === kinds[kind];
}
