-- The control project's database: the project's owner role, which users hold, may not look into it.
do $privacy$
begin
  execute format('alter database %I owner to current_user', current_database());
  execute format(
    'revoke all on database %I from public, postgres, dashboard_user', current_database());
  execute format('grant connect on database %I to supabase_auth_admin', current_database());
end
$privacy$;
