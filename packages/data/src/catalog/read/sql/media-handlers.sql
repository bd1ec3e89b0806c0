-- What turns rows into a media type, in the schemas $1 (text[]). A domain named like a media type is one; an
-- aggregate over rows, or a function, that returns it makes it:
-- [[handler schema, name, target schema, name, media type], …]. The target of an aggregate is a relation or
-- pg_catalog.anyelement, that of a function is itself (its handler is then the domain: a cast).
with media_type as (
  select oid, typname, typnamespace
  from pg_catalog.pg_type
  where typtype = 'd' and (typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$' or typname = '*/*')
),
handler as (
  select proc_schema.nspname as handler_schema, proc.proname as handler,
    target_schema.nspname as target_schema, target.typname as target, media_type.typname as media_type
  from media_type
    join pg_catalog.pg_proc as proc on proc.prorettype = media_type.oid
    join pg_catalog.pg_namespace as proc_schema on proc_schema.oid = proc.pronamespace
    join pg_catalog.pg_type as target on target.oid = proc.proargtypes[0]
    join pg_catalog.pg_namespace as target_schema on target_schema.oid = target.typnamespace
    left join pg_catalog.pg_class as class on class.reltype = target.oid
  where proc.prokind = 'a'
    and proc.pronargs = 1
    and proc_schema.nspname = any ($1::pg_catalog.text[])
    and (class.relkind in ('r', 'p', 'v', 'm', 'f') or target.oid = 'pg_catalog.anyelement'::pg_catalog.regtype)
  union all
  select type_schema.nspname, media_type.typname, proc_schema.nspname, proc.proname, media_type.typname
  from media_type
    join pg_catalog.pg_namespace as type_schema on type_schema.oid = media_type.typnamespace
    join pg_catalog.pg_proc as proc on proc.prorettype = media_type.oid
    join pg_catalog.pg_namespace as proc_schema on proc_schema.oid = proc.pronamespace
  where proc.prokind = 'f' and not proc.proretset and proc_schema.nspname = any ($1::pg_catalog.text[])
)
select coalesce(
  pg_catalog.json_agg(
    pg_catalog.json_build_array(handler_schema, handler, target_schema, target, media_type)
  ),
  '[]'
)
from handler
