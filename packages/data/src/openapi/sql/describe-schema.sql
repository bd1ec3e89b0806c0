-- What OpenAPI says of the schema $1 (text) besides what the schema cache knows: comments, lengths, enums. With
-- $2 (boolean) only of what the caller has any privilege on. Type names are as the caller's search path has them.
-- {"description", "relations": [[oid, description, [[column, description, nullable, length, [label, …]], …]], …],
--  "functions": [[oid, description, [argument type, …]], …]}.
with relation as (
  select class.oid, pg_catalog.obj_description(class.oid, 'pg_class') as description
  from pg_catalog.pg_class as class
    join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
  where namespace.nspname = $1::pg_catalog.text
    and class.relkind in ('r', 'p', 'v', 'm', 'f')
    and not class.relispartition
    and (
      not $2::pg_catalog.bool
      or pg_catalog.pg_has_role(class.relowner, 'USAGE')
      or pg_catalog.has_table_privilege(class.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
      or pg_catalog.has_any_column_privilege(class.oid, 'SELECT, INSERT, UPDATE, REFERENCES')
    )
),
attribute as (
  select relation.oid,
    pg_catalog.json_agg(
      pg_catalog.json_build_array(
        attribute.attname,
        pg_catalog.col_description(relation.oid, attribute.attnum),
        not (attribute.attnotnull or type.typtype = 'd' and type.typnotnull),
        case
          when base.oid in ('pg_catalog.bpchar'::pg_catalog.regtype, 'pg_catalog.varchar'::pg_catalog.regtype)
            then nullif(base.typmod, -1) - 4
          when base.oid in ('pg_catalog.bit'::pg_catalog.regtype, 'pg_catalog.varbit'::pg_catalog.regtype)
            then nullif(base.typmod, -1)
        end,
        (
          select coalesce(pg_catalog.json_agg(label.enumlabel order by label.enumsortorder), '[]')
          from pg_catalog.pg_enum as label
          where label.enumtypid = base.oid
        )
      ) order by attribute.attnum
    ) as columns
  from relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
    join pg_catalog.pg_type as type on type.oid = attribute.atttypid
    cross join lateral (
      select
        case when type.typtype = 'd' then type.typbasetype else type.oid end as oid,
        case when type.typtype = 'd' then type.typtypmod else attribute.atttypmod end as typmod
    ) as base
  where attribute.attnum > 0 and not attribute.attisdropped
  group by relation.oid
)
select pg_catalog.json_build_object(
  'description', (
    select pg_catalog.obj_description(namespace.oid, 'pg_namespace')
    from pg_catalog.pg_namespace as namespace
    where namespace.nspname = $1::pg_catalog.text
  ),
  'relations', (
    select coalesce(
      pg_catalog.json_agg(
        pg_catalog.json_build_array(
          relation.oid::pg_catalog.int8, relation.description, coalesce(attribute.columns, '[]')
        )
      ),
      '[]'
    )
    from relation
      left join attribute on attribute.oid = relation.oid
  ),
  'functions', (
    select coalesce(
      pg_catalog.json_agg(
        pg_catalog.json_build_array(
          function.oid::pg_catalog.int8,
          pg_catalog.obj_description(function.oid, 'pg_proc'),
          (
            select coalesce(
              pg_catalog.json_agg(argument.type::pg_catalog.regtype::pg_catalog.text order by argument.position),
              '[]'
            )
            from pg_catalog.unnest(function.proargtypes::pg_catalog.oid[])
              with ordinality as argument (type, position)
          )
        )
      ),
      '[]'
    )
    from pg_catalog.pg_proc as function
      join pg_catalog.pg_namespace as namespace on namespace.oid = function.pronamespace
    where namespace.nspname = $1::pg_catalog.text
      and function.prokind = 'f'
      and (not $2::pg_catalog.bool or pg_catalog.has_function_privilege(function.oid, 'execute'))
  )
)
