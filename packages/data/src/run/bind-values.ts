import { arrayLiteral, type Parameter } from '@plinth/postgres';
import type { Binding } from '../sql/fragment.ts';

/** What a request brings for the bindings of its statement. */
export interface RequestValues {
  readonly values: readonly string[];
  readonly body: Buffer | undefined;
}

/** The parameters of a statement, in order. */
export function bindValues(bindings: readonly Binding[], given: RequestValues): Parameter[] {
  return bindings.map((binding) => bindValue(binding, given));
}

function bindValue(binding: Binding, { values, body }: RequestValues): Parameter {
  switch (binding.kind) {
    case 'value':
      return values[binding.slot] ?? null;
    case 'array':
      return arrayLiteral(binding.slots.map((slot) => values[slot] ?? ''));
    case 'object': {
      const members = binding.members.map(([name, slot]) => [name, values[slot] ?? null]);
      return JSON.stringify(Object.fromEntries(members));
    }
    case 'body':
      return body ?? null;
  }
}
