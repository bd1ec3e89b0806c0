import { type Routine, type RoutineArgument, returnsScalar } from '../catalog/routine.ts';
import type { ArgumentValue, CallPlan } from '../plan/call/call-plan.ts';
import { bodyAlias, bodyRows } from './body.ts';
import {
  type Binding,
  body,
  type Fragment,
  fromCatalog,
  join,
  name,
  qualified,
  sql,
} from './fragment.ts';
import { columnSql } from './read/field.ts';

const callAlias = 'pgrst_call';

/** The column that holds the result of a function that returns no rows with columns. */
export const scalarColumn = 'pgrst_scalar';

/** The statement that calls the function, with what it gives as its result. */
export function callSql(plan: CallPlan): Fragment {
  const { routine, arguments: given } = plan;
  switch (given.kind) {
    case 'values':
      return select(plan, call(routine, given.values.map(argumentByValue)));
    case 'body':
      return select(plan, call(routine, [wholeBody(given.type)]));
    case 'object': {
      const object: Binding = { kind: 'object', members: given.members };
      return select(plan, call(routine, [sql`${object}::${fromCatalog(given.type)}`]));
    }
    case 'members':
      return callWithMembers(plan, given.arguments, given.isObject);
  }
}

function callWithMembers(
  plan: CallPlan,
  wanted: readonly RoutineArgument[],
  isObject: boolean,
): Fragment {
  if (wanted.length === 0) return select(plan, call(plan.routine, []));
  const columns = wanted.map((argument) => ({
    name: argument.name,
    type: argument.castType,
    transform: undefined,
    default: null,
  }));
  const rows = bodyRows({ columns, isObject, applyDefaults: false });
  // Of an array of objects the first one counts.
  const record = sql`(select * from ${rows} limit 1) as ${name(bodyAlias)}`;
  const called = call(plan.routine, wanted.map(argumentByMember));
  return select(plan, sql`${record}, lateral ${called}`);
}

function select({ routine, columns }: CallPlan, from: Fragment): Fragment {
  const list = hasColumns(routine)
    ? join(
        columns.map((column) => columnSql(callAlias, column)),
        ', ',
      )
    : name(callAlias, scalarColumn);
  return sql`select ${list} from ${from}`;
}

/** A function that returns values, one or a set of them, gives rows of one column. */
function call(routine: Routine, given: readonly Fragment[]): Fragment {
  const called = sql`${qualified(routine)}(${join(given, ', ')})`;
  if (hasColumns(routine)) return sql`${called} as ${name(callAlias)}`;
  return sql`(select ${called} as ${name(scalarColumn)}) as ${name(callAlias)}`;
}

/** True where the rows of a call have columns of their own. */
function hasColumns(routine: Routine): boolean {
  return !returnsScalar(routine) && routine.returnsRow;
}

function argumentByValue({ argument, slots }: ArgumentValue): Fragment {
  const [slot = 0] = slots;
  const given: Binding = argument.variadic ? { kind: 'array', slots } : { kind: 'value', slot };
  return namedArgument(argument, sql`${given}::${fromCatalog(argument.castType)}`);
}

function argumentByMember(argument: RoutineArgument): Fragment {
  return namedArgument(argument, name(bodyAlias, argument.name));
}

function namedArgument({ name: own, variadic }: RoutineArgument, given: Fragment): Fragment {
  return variadic ? sql`variadic ${name(own)} := ${given}` : sql`${name(own)} := ${given}`;
}

/** The body is sent as bytes, in which jsonb has a version number; json is the text itself. */
function wholeBody(type: string): Fragment {
  return type === 'jsonb' ? sql`${body}::json::jsonb` : sql`${body}::${fromCatalog(type)}`;
}
