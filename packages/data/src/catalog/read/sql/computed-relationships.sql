-- Functions from a row of one relation to rows of another, which act as relationships:
-- [[function schema, name, from schema, from name, to schema, to name, at most one row], …].
select coalesce(
  pg_catalog.json_agg(
    pg_catalog.json_build_array(
      proc_schema.nspname, proc.proname,
      own_schema.nspname, own.relname,
      other_schema.nspname, other.relname,
      not proc.proretset or proc.prorows = 1
    )
  ),
  '[]'
)
from pg_catalog.pg_proc as proc
  join pg_catalog.pg_namespace as proc_schema on proc_schema.oid = proc.pronamespace
  join pg_catalog.pg_class as own on own.reltype = proc.proargtypes[0]
  join pg_catalog.pg_namespace as own_schema on own_schema.oid = own.relnamespace
  join pg_catalog.pg_class as other on other.reltype = proc.prorettype
  join pg_catalog.pg_namespace as other_schema on other_schema.oid = other.relnamespace
where proc.pronargs = 1
  and own.relkind in ('r', 'p', 'v', 'm', 'f')
  and other.relkind in ('r', 'p', 'v', 'm', 'f')
