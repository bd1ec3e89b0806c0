-- Settings of the roles that the login role can become, as far as it may set them; those for this database win over
-- those for all: [[role, isolation level, [[setting, value], …]], …].
with setting as (
  select distinct on (role.rolname, entry.name) role.rolname, entry.name, entry.value
  from pg_catalog.pg_db_role_setting as role_setting
    join pg_catalog.pg_roles as role on role.oid = role_setting.setrole
    cross join lateral (
      select
        pg_catalog.split_part(text, '=', 1) as name,
        pg_catalog.substr(text, pg_catalog.strpos(text, '=') + 1) as value
      from pg_catalog.unnest(role_setting.setconfig) as text
    ) as entry
  where role_setting.setdatabase in (
      0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
    )
    and role.rolname <> session_user
    and pg_catalog.pg_has_role(session_user, role.oid, 'member')
  order by role.rolname, entry.name, role_setting.setdatabase desc
)
select coalesce(
  pg_catalog.json_agg(pg_catalog.json_build_array(grouped.rolname, grouped.isolation, grouped.settings)),
  '[]'
)
from (
  select setting.rolname,
    pg_catalog.max(setting.value) filter (where setting.name = 'default_transaction_isolation') as isolation,
    coalesce(
      pg_catalog.json_agg(pg_catalog.json_build_array(setting.name, setting.value))
        filter (where setting.name <> 'default_transaction_isolation'),
      '[]'
    ) as settings
  from setting
    join pg_catalog.pg_settings as known on known.name = setting.name
  where known.context = 'user'
    or pg_catalog.has_parameter_privilege(session_user, known.name, 'set')
  group by setting.rolname
) as grouped
