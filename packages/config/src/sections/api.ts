import { flag, integer, list, type SettingTable, text } from '../setting.ts';

/** `[api]`: the gateway and the Data API. */
export interface ApiSettings {
  readonly 'api.enabled': boolean;
  readonly 'api.port': number;
  readonly 'api.host': string;
  readonly 'api.external_url': string;
  readonly 'api.schemas': readonly string[];
  readonly 'api.extra_search_path': readonly string[];
  readonly 'api.max_rows': number;
  readonly 'api.require_key': boolean;
  readonly 'api.trust_proxy': boolean;
}

export const apiSettings: SettingTable<ApiSettings> = {
  'api.enabled': flag(true, 'Whether the Data API answers.'),
  'api.port': integer(54321, 'Port of the HTTP listener; 0 takes any free one.', {
    env: ['PLINTH_PORT'],
    most: 65535,
  }),
  'api.host': text('127.0.0.1', 'Address to listen on; loopback unless you say otherwise.', {
    env: ['PLINTH_HOST'],
  }),
  'api.external_url': text('', 'URL under which browsers reach the server; empty: as it listens.', {
    env: ['PLINTH_EXTERNAL_URL', 'SUPABASE_PUBLIC_URL', 'API_EXTERNAL_URL'],
  }),
  'api.schemas': list(['public', 'graphql_public'], 'Schemas that the Data API exposes.', {
    env: ['PGRST_DB_SCHEMAS'],
  }),
  'api.extra_search_path': list(
    ['public', 'extensions'],
    'Schemas that are searched besides the one of the request.',
    { env: ['PGRST_DB_EXTRA_SEARCH_PATH'] },
  ),
  'api.max_rows': integer(1000, 'Most rows that a read gives at a time; 0 for no limit.', {
    env: ['PGRST_DB_MAX_ROWS'],
  }),
  'api.require_key': flag(false, 'Whether a request without any key is refused with 401.'),
  'api.trust_proxy': flag(
    false,
    'Whether X-Forwarded-* headers are believed; only behind a proxy.',
    {
      env: ['PLINTH_TRUST_PROXY'],
    },
  ),
};
