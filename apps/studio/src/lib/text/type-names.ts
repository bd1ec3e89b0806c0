/** Long names of the standard with the short ones that Postgres' users write. */
const names: readonly (readonly [long: string, short: string])[] = [
  ['timestamp with time zone', 'timestamptz'],
  ['timestamp without time zone', 'timestamp'],
  ['time with time zone', 'timetz'],
  ['time without time zone', 'time'],
  ['character varying', 'varchar'],
  ['character', 'char'],
  ['double precision', 'float8'],
  ['bit varying', 'varbit'],
  ['smallint', 'int2'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['real', 'float4'],
  ['boolean', 'bool'],
];

const pattern = /^([a-z]+(?: varying)?)(\(\d+(?:,\d+)?\))?( with(?:out)? time zone)?((?:\[\])*)$/;

/** The short name of a type as `format_type()` writes it: `timestamp(3) with time zone[]` is `timestamptz(3)[]`. */
export function shortType(type: string): string {
  const [, base, size = '', zone = '', array = ''] = pattern.exec(type) ?? [];
  if (base === undefined) return type.replace('double precision', 'float8');
  const short = names.find(([long]) => long === base + zone)?.[1];
  return short === undefined ? type : short + size + array;
}

/** The long name of a type with a short one, for who searches by it. */
export const longType = (type: string): string =>
  names.find(([, short]) => short === type)?.[0] ?? '';
