-- Tables, views and foreign tables of the schemas $1 (text[]), with their columns:
-- [oid, schema, name, kind, can (1 insert, 2 update, 4 delete), primary key, [[name, type, nominal type, default], …]].
-- Runs with an empty search path, so that every type name comes out qualified. Partitions are hidden.
with recursive base_type (oid, base) as (
  select oid, oid from pg_catalog.pg_type where typtype <> 'd'
  union all
  select domain.oid, base_type.base
  from pg_catalog.pg_type as domain
    join base_type on base_type.oid = domain.typbasetype
  where domain.typtype = 'd'
),
relation as (
  select class.oid, class.relname, class.relkind, namespace.nspname
  from pg_catalog.pg_class as class
    join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
  where namespace.nspname = any ($1::pg_catalog.text[])
    and class.relkind in ('r', 'p', 'v', 'm', 'f')
    and not class.relispartition
    and not pg_catalog.pg_is_other_temp_schema(namespace.oid)
),
attribute as (
  select relation.oid,
    pg_catalog.json_agg(
      pg_catalog.json_build_array(
        attribute.attname,
        case
          when type.typtype = 'd' and base.typnamespace = 'pg_catalog'::pg_catalog.regnamespace
            then pg_catalog.format_type(base.oid, null)
          when type.typtype <> 'd' and type.typnamespace = 'pg_catalog'::pg_catalog.regnamespace
            then pg_catalog.format_type(attribute.atttypid, null)
          else pg_catalog.format_type(attribute.atttypid, attribute.atttypmod)
        end,
        pg_catalog.format_type(attribute.atttypid, attribute.atttypmod),
        case
          when attribute.attgenerated <> '' then null
          -- GENERATED ALWAYS takes no value, not even its own next one.
          when attribute.attidentity = 'd' then
            pg_catalog.format('nextval(%L)', sequence.objid::pg_catalog.regclass)
          when expression.adbin is not null then
            pg_catalog.pg_get_expr(expression.adbin, expression.adrelid)
          when type.typtype = 'd' then pg_catalog.pg_get_expr(type.typdefaultbin, 0)
        end
      ) order by attribute.attnum
    ) as columns
  from relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
    join pg_catalog.pg_type as type on type.oid = attribute.atttypid
    join base_type on base_type.oid = type.oid
    join pg_catalog.pg_type as base on base.oid = base_type.base
    left join pg_catalog.pg_attrdef as expression
      on expression.adrelid = attribute.attrelid and expression.adnum = attribute.attnum
    left join pg_catalog.pg_depend as sequence
      on attribute.attidentity = 'd'
      and sequence.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
      and sequence.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
      and sequence.refobjid = attribute.attrelid
      and sequence.refobjsubid = attribute.attnum
      and sequence.deptype = 'i'
  where attribute.attnum > 0 and not attribute.attisdropped
  group by relation.oid
),
primary_key as (
  select relation.oid, pg_catalog.json_agg(attribute.attname order by attribute.attname) as columns
  from relation
    join pg_catalog.pg_constraint as key on key.conrelid = relation.oid and key.contype = 'p'
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = relation.oid and attribute.attnum = any (key.conkey)
  group by relation.oid
)
select coalesce(
  pg_catalog.json_agg(
    pg_catalog.json_build_array(
      relation.oid::pg_catalog.int8,
      relation.nspname,
      relation.relname,
      relation.relkind,
      case
        when relation.relkind in ('r', 'p') then 7
        when relation.relkind = 'm' then 0
        -- A bitmask of 1 << CmdType: 4 update, 8 insert, 16 delete.
        else (
          select (events & 8) / 8 + (events & 4) / 2 + (events & 16) / 4
          from pg_catalog.pg_relation_is_updatable(relation.oid, true) as events
        )
      end,
      coalesce(primary_key.columns, '[]'),
      coalesce(attribute.columns, '[]')
    ) order by relation.nspname, relation.relname
  ),
  '[]'
)
from relation
  left join attribute on attribute.oid = relation.oid
  left join primary_key on primary_key.oid = relation.oid
