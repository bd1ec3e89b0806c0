-- Views of the schemas $1 (text[]) with the tree of their query as Postgres keeps it:
-- [[oid, schema, name, [column name, …] by number, query tree], …].
select coalesce(
  pg_catalog.json_agg(
    pg_catalog.json_build_array(
      class.oid::pg_catalog.int8,
      namespace.nspname,
      class.relname,
      (
        select pg_catalog.json_agg(attribute.attname order by attribute.attnum)
        from pg_catalog.pg_attribute as attribute
        where attribute.attrelid = class.oid and attribute.attnum > 0
      ),
      rule.ev_action::pg_catalog.text
    )
  ),
  '[]'
)
from pg_catalog.pg_class as class
  join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
  join pg_catalog.pg_rewrite as rule on rule.ev_class = class.oid and rule.ev_type = '1'
where class.relkind in ('v', 'm') and namespace.nspname = any ($1::pg_catalog.text[])
