-- Roles of a project, as hosted Supabase has them. Roles belong to the whole cluster: each statement
-- finds them made already when a second database is set up.
do $roles$
declare
  wanted constant text[][] := array[
    -- role, attributes
    ['supabase_admin',           'login createdb createrole replication bypassrls'],
    ['postgres',                 'login createdb createrole replication bypassrls'],
    ['anon',                     'nologin inherit'],
    ['authenticated',            'nologin inherit'],
    ['service_role',             'nologin inherit bypassrls'],
    ['authenticator',            'login noinherit'],
    ['supabase_auth_admin',      'login noinherit createrole'],
    ['supabase_storage_admin',   'login noinherit createrole'],
    ['supabase_realtime_admin',  'nologin noinherit'],
    ['supabase_functions_admin', 'login noinherit createrole'],
    ['supabase_replication_admin', 'login replication'],
    ['supabase_read_only_user',  'login bypassrls'],
    ['dashboard_user',           'nologin createdb createrole replication']
  ];
  entry text[];
begin
  foreach entry slice 1 in array wanted loop
    if not exists (select from pg_catalog.pg_roles where rolname = entry[1]) then
      execute format('create role %I %s', entry[1], entry[2]);
    end if;
  end loop;
end
$roles$;

-- What a request may become.
grant anon, authenticated, service_role to authenticator;

-- The owner of a project sets what the API runs with: alter role authenticator set pgrst.db_schemas = '…'.
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant set on parameter
  pgrst.client_error_verbosity,
  pgrst.db_aggregates_enabled,
  pgrst.db_anon_role,
  pgrst.db_extra_search_path,
  pgrst.db_hoisted_tx_settings,
  pgrst.db_max_rows,
  pgrst.db_plan_enabled,
  pgrst.db_pre_config,
  pgrst.db_pre_request,
  pgrst.db_prepared_statements,
  pgrst.db_root_spec,
  pgrst.db_schemas,
  pgrst.db_tx_end,
  pgrst.openapi_mode,
  pgrst.openapi_security_active,
  pgrst.openapi_server_proxy_uri,
  pgrst.server_timing_enabled,
  pgrst.server_trace_header,
  pgrst.url_use_legacy_target_names,
  app.settings.jwt_secret,
  app.settings.jwt_exp
to postgres;

-- The owner manages what the services own: triggers on auth.users, policies on storage.objects.
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
grant pg_read_all_data to supabase_read_only_user;
grant anon, authenticated, service_role to supabase_storage_admin;

-- Seeds switch triggers and foreign keys off; that otherwise takes a superuser.
grant set on parameter session_replication_role to postgres;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_admin set search_path = "$user", public, auth, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_storage_admin set search_path = storage;
