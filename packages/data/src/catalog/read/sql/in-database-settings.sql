-- `ALTER ROLE <login role> SET pgrst.name = value`; a setting for this database wins over one for all:
-- {"name": "value", …}.
select coalesce(pg_catalog.json_object_agg(chosen.name, chosen.value), '{}')
from (
  select distinct on (name) setting.name, setting.value
  from (
    select role_setting.setdatabase as database,
      pg_catalog.split_part(entry, '=', 1) as name,
      pg_catalog.substr(entry, pg_catalog.strpos(entry, '=') + 1) as value
    from pg_catalog.pg_db_role_setting as role_setting
      cross join lateral pg_catalog.unnest(role_setting.setconfig) as entry
    where role_setting.setrole = (select oid from pg_catalog.pg_roles where rolname = session_user)
      and role_setting.setdatabase in (
        0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
      )
  ) as setting
  where pg_catalog.starts_with(setting.name, 'pgrst.')
  order by setting.name, setting.database desc
) as chosen
