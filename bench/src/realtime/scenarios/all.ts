import type { Setting } from '../bench-setting.ts';
import { broadcast } from './broadcast.ts';
import { changeThroughput } from './change-throughput.ts';
import { changesUnderPolicies } from './changes-under-policies.ts';
import { idleSockets } from './idle-sockets.ts';
import { privateJoins } from './joins.ts';
import type { Outcome } from './outcome.ts';
import { presenceStorm } from './presence-storm.ts';

interface Scenario {
  /** On a server that has just been started: for what earlier load would hide. */
  readonly isFresh?: true;
  readonly name: string;
  readonly title: string;
  run(setting: Setting): Promise<Outcome>;
}

/** What is measured, in this order. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'ownRows',
    title: '1,000 users under `auth.uid() = owner`, 1,000 rows/s, each seen by one',
    run: (setting) =>
      changesUnderPolicies(setting, {
        table: 'own_rows',
        users: 1_000,
        rowsPerSecond: 1_000,
        seenBy: 'one',
        targetP99: 50,
      }),
  },
  {
    name: 'openTeamRows',
    title: '500 users under a subquery of open memberships, 40 rows/s, each seen by all',
    run: (setting) =>
      changesUnderPolicies(setting, {
        table: 'open_team_rows',
        users: 500,
        rowsPerSecond: 40,
        seenBy: 'all',
        targetP99: 80,
      }),
  },
  {
    name: 'teamRows',
    title: '500 users under a subquery of guarded memberships, 40 rows/s, each seen by all',
    run: (setting) =>
      changesUnderPolicies(setting, {
        table: 'team_rows',
        users: 500,
        rowsPerSecond: 40,
        seenBy: 'all',
        targetP99: 80,
      }),
  },
  {
    name: 'changeThroughput',
    title: 'changes/s with 500 subscribers under `auth.uid() = owner`',
    run: (setting) => changeThroughput(setting, 'own_rows'),
  },
  {
    name: 'changeThroughputOfOpenTeams',
    title: 'changes/s with 500 subscribers under a subquery of open memberships',
    run: (setting) => changeThroughput(setting, 'open_team_rows'),
  },
  {
    name: 'changeThroughputOfTeams',
    title: 'changes/s with 500 subscribers under a subquery of guarded memberships',
    run: (setting) => changeThroughput(setting, 'team_rows'),
  },
  {
    name: 'broadcastInOne',
    title: 'broadcast to 1,000 sockets in one channel',
    run: (setting) => broadcast(setting, 1),
  },
  {
    name: 'broadcastInMany',
    title: 'broadcast to 1,000 sockets in ten channels',
    run: (setting) => broadcast(setting, 10),
  },
  {
    name: 'privateJoins',
    title: '1,000 users join private channels at once',
    run: privateJoins,
  },
  { name: 'presenceStorm', title: '500 members enter a channel at once', run: presenceStorm },
  {
    name: 'idleSockets',
    title: '10,000 idle sockets, a channel each',
    isFresh: true,
    run: idleSockets,
  },
];
