import { type ApiSettings, apiSettings } from './sections/api.ts';
import { type AuthSettings, authSettings } from './sections/auth.ts';
import { type ClusterSettings, clusterSettings } from './sections/cluster.ts';
import { type DatabaseSettings, databaseSettings } from './sections/database.ts';
import { type RealtimeSettings, realtimeSettings } from './sections/realtime.ts';
import { type StorageSettings, storageSettings } from './sections/storage.ts';
import type { SettingTable } from './setting.ts';

/** Every setting of a project by its dotted path in config.toml. */
export interface Settings
  extends ApiSettings,
    DatabaseSettings,
    AuthSettings,
    StorageSettings,
    RealtimeSettings,
    ClusterSettings {}

/** The one schema: the loader, Studio, the reference docs and the tests all read this table. */
export const settingTable: SettingTable<Settings> = {
  ...databaseSettings,
  ...apiSettings,
  ...authSettings,
  ...storageSettings,
  ...realtimeSettings,
  ...clusterSettings,
};

/** All defaults; what a project without a config.toml runs with. */
export function defaultSettings(): Settings {
  const entries = Object.entries(settingTable).map(([key, setting]) => [key, setting.default]);
  return Object.fromEntries(entries) as Settings;
}
