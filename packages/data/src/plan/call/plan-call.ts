import type { Routine } from '../../catalog/routine.ts';
import { dataError } from '../../errors/catalogue.ts';
import { parseColumns } from '../../parse/query/columns.ts';
import type { ArgumentSyntax, QuerySyntax } from '../../parse/query/parse-query.ts';
import type { PlanContext, ReadRoot } from '../context.ts';
import { neededColumns } from '../needed-columns.ts';
import type { BodyShape } from '../write/plan-write.ts';
import type { CallArguments, CallPlan } from './call-plan.ts';
import { isNameless } from './find-function.ts';

/** What a call brings: values by name, or a body. */
export type CallInput =
  | { readonly kind: 'values'; readonly values: readonly ArgumentSyntax[] }
  | { readonly kind: 'json'; readonly body: BodyShape }
  | { readonly kind: 'raw' };

/** Names of the arguments that a call brings, sorted. */
export function argumentNames(input: CallInput, syntax: QuerySyntax): readonly string[] {
  if (input.kind === 'raw') return [];
  if (input.kind === 'values') return distinct(input.values.map(({ name }) => name));
  const { columns } = syntax;
  return distinct(
    input.body.keys ?? (columns === undefined ? [] : parseColumns(columns, 'columns')),
  );
}

/** Plans the call itself, without the read of what it gives. */
export function planCall(
  context: PlanContext,
  routine: Routine,
  root: ReadRoot,
  syntax: QuerySyntax,
  input: CallInput,
): CallPlan {
  const columns = neededColumns(context, root, syntax, []);
  return { routine, arguments: planArguments(routine, input, syntax), columns };
}

function planArguments(routine: Routine, input: CallInput, syntax: QuerySyntax): CallArguments {
  const [only] = routine.arguments;
  if (only !== undefined && routine.arguments.length === 1 && isNameless(only)) {
    if (input.kind !== 'values') return { kind: 'body', type: only.type };
    const members = input.values.map(({ name, value }) => [name, value] as const);
    return { kind: 'object', type: only.type, members };
  }
  if (input.kind === 'values') return valuesByName(routine, input.values);
  const given = new Set(argumentNames(input, syntax));
  return {
    kind: 'members',
    arguments: routine.arguments.filter(({ name }) => given.has(name)),
    isObject: input.kind === 'json' ? input.body.isObject : true,
  };
}

/** A repeated name gives a variadic argument all its values; of any other the last one counts. */
function valuesByName(routine: Routine, values: readonly ArgumentSyntax[]): CallArguments {
  return {
    kind: 'values',
    values: routine.arguments.flatMap((argument) => {
      const slots = values.filter(({ name }) => name === argument.name).map(({ value }) => value);
      if (slots.length === 0) return [];
      return [{ argument, slots: argument.variadic ? slots : slots.slice(-1) }];
    }),
  };
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** PGRST128: `max-affected` counts rows, and a function that returns one value has none. */
export function requireSetForMaxAffected(routine: Routine): void {
  if (!routine.returnsSet) throw dataError('PGRST128');
}
