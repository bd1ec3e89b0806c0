export { ConfigError } from './config-error.ts';
export { parseDuration } from './duration.ts';
export {
  type LoadedSettings,
  type LoadInput,
  loadSettings,
  type SettingSource,
} from './load.ts';
export type { ApiSettings } from './sections/api.ts';
export type { AuthSettings, MailTemplate } from './sections/auth.ts';
export type { ClusterSettings } from './sections/cluster.ts';
export type { DatabaseSettings } from './sections/database.ts';
export type { BucketSettings, StorageSettings } from './sections/storage.ts';
export type { Setting, SettingTable } from './setting.ts';
export { defaultSettings, type Settings, settingTable } from './settings.ts';
