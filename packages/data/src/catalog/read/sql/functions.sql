-- Functions of the schemas $1 (text[]) that can be called by name, with settings named like one of $2
-- (text[], regular expressions): [[oid, schema, name, [[argument, type, type without length, required, variadic], …],
-- [type schema, type name, is set, is composite], volatility, isolation, [[setting, value], …]], …].
with recursive base_type (oid, base) as (
  select oid, oid from pg_catalog.pg_type where typtype <> 'd'
  union all
  select domain.oid, base_type.base
  from pg_catalog.pg_type as domain
    join base_type on base_type.oid = domain.typbasetype
  where domain.typtype = 'd'
),
function as (
  select proc.*, namespace.nspname
  from pg_catalog.pg_proc as proc
    join pg_catalog.pg_namespace as namespace on namespace.oid = proc.pronamespace
  where namespace.nspname = any ($1::pg_catalog.text[])
    and proc.prokind = 'f'
    and proc.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype
    and proc.prorettype <> 'pg_catalog.event_trigger'::pg_catalog.regtype
),
argument as (
  select function.oid,
    pg_catalog.json_agg(
      pg_catalog.json_build_array(
        coalesce(argument.name, ''),
        argument.type::pg_catalog.regtype::pg_catalog.text,
        -- bit and character mean a length of one; the varying ones take the value as it is.
        case argument.type
          when 'pg_catalog.bit'::pg_catalog.regtype then 'bit varying'
          when 'pg_catalog.bit[]'::pg_catalog.regtype then 'bit varying[]'
          when 'pg_catalog.bpchar'::pg_catalog.regtype then 'character varying'
          when 'pg_catalog.bpchar[]'::pg_catalog.regtype then 'character varying[]'
          else argument.type::pg_catalog.regtype::pg_catalog.text
        end,
        argument.position <= function.pronargs - function.pronargdefaults,
        coalesce(argument.mode = 'v', false)
      ) order by argument.position
    ) as arguments,
    pg_catalog.count(*) filter (where coalesce(argument.name, '') = '') as unnamed,
    pg_catalog.count(*) as total,
    pg_catalog.min(argument.type::pg_catalog.int8) as type
  from function
    cross join lateral (
      select each.name, each.type, each.mode, row_number() over (order by each.position) as position
      from rows from (
        pg_catalog.unnest(function.proargnames),
        pg_catalog.unnest(coalesce(function.proallargtypes, function.proargtypes::pg_catalog.oid[])),
        pg_catalog.unnest(function.proargmodes)
      ) with ordinality as each (name, type, mode, position)
      where coalesce(each.mode, 'i') in ('i', 'b', 'v')
    ) as argument
  group by function.oid
)
select coalesce(
  pg_catalog.json_agg(
    pg_catalog.json_build_array(
      function.oid::pg_catalog.int8,
      function.nspname,
      function.proname,
      coalesce(argument.arguments, '[]'),
      pg_catalog.json_build_array(
        type_schema.nspname,
        coalesce(class.relname, type.typname),
        function.proretset,
        type.typtype = 'c' or coalesce(function.proargmodes::pg_catalog.text[] && '{t,b,o}', false)
      ),
      function.provolatile,
      (
        select pg_catalog.split_part(setting, '=', 2)
        from pg_catalog.unnest(function.proconfig) as setting
        where setting like 'default\_transaction\_isolation=%'
      ),
      (
        select coalesce(
          pg_catalog.json_agg(
            pg_catalog.json_build_array(
              pg_catalog.split_part(setting, '=', 1),
              pg_catalog.substr(setting, pg_catalog.strpos(setting, '=') + 1)
            )
          ),
          '[]'
        )
        from pg_catalog.unnest(function.proconfig) as setting
        where setting ~ any ($2::pg_catalog.text[])
      )
    )
  ),
  '[]'
)
from function
  left join argument on argument.oid = function.oid
  join base_type on base_type.oid = function.prorettype
  join pg_catalog.pg_type as type on type.oid = base_type.base
  join pg_catalog.pg_namespace as type_schema on type_schema.oid = type.typnamespace
  left join pg_catalog.pg_class as class on class.oid = type.typrelid
-- Arguments are passed by name; a single one without a name can be the whole body.
where coalesce(argument.unnamed, 0) = 0
  or (
    argument.unnamed = 1 and argument.total = 1
    and argument.type::pg_catalog.oid in (
      'pg_catalog.bytea'::pg_catalog.regtype, 'pg_catalog.json'::pg_catalog.regtype,
      'pg_catalog.jsonb'::pg_catalog.regtype, 'pg_catalog.text'::pg_catalog.regtype,
      'pg_catalog.xml'::pg_catalog.regtype
    )
  )
