import { type SettingTable, text } from '../setting.ts';

/** `[cluster]`: several servers as one. */
export interface ClusterSettings {
  readonly 'cluster.bus': string;
}

export const clusterSettings: SettingTable<ClusterSettings> = {
  'cluster.bus': text(
    'none',
    'What carries broadcasts and presence between several servers of one project: `none`, `postgres`, or the URL of a Redis (redis://, rediss://) or NATS (nats://, tls://) server.',
    { env: ['PLINTH_BUS_URL'], secret: true },
  ),
};
