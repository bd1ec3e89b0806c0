-- Implicit casts by function between a domain and json or text, in both directions:
-- [[source type, target type, function], …]. All names are qualified and quoted by Postgres.
select coalesce(
  pg_catalog.json_agg(
    pg_catalog.json_build_array(
      "cast".castsource::pg_catalog.regtype::pg_catalog.text,
      "cast".casttarget::pg_catalog.regtype::pg_catalog.text,
      "cast".castfunc::pg_catalog.regproc::pg_catalog.text
    )
  ),
  '[]'
)
from pg_catalog.pg_cast as "cast"
  join pg_catalog.pg_type as source on source.oid = "cast".castsource
  join pg_catalog.pg_type as target on target.oid = "cast".casttarget
where "cast".castcontext = 'i'
  and "cast".castmethod = 'f'
  and pg_catalog.has_function_privilege("cast".castfunc, 'execute')
  and (
    (source.typtype = 'd' and target.oid in ('pg_catalog.json'::pg_catalog.regtype, 'pg_catalog.text'::pg_catalog.regtype))
    or (target.typtype = 'd' and source.oid in ('pg_catalog.json'::pg_catalog.regtype, 'pg_catalog.text'::pg_catalog.regtype))
  )
