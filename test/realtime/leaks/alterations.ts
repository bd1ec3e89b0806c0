import { ownRole } from './people.ts';

/** A change of who may see what, which counts from its commit on for the changes behind it. */
export interface Alteration {
  readonly table: string;
  readonly script: string;
}

/** One in the middle of each round, while changes are on their way. */
export const alterations: readonly Alteration[] = [
  {
    table: 'own_rows',
    script: `alter policy own on own_rows using (auth.uid() = owner and kind <> 'beta')`,
  },
  {
    table: 'open_full',
    script: `revoke select on open_full from authenticated;
      grant select (id, amount) on open_full to authenticated;
      alter table open_full add column note text default 'noted'`,
  },
  {
    table: 'for_everyone',
    script: `drop policy everyone on for_everyone;
      create policy other on for_everyone for select to authenticated, ${ownRole} using (id % 3 > 0)`,
  },
  {
    table: 'by_role',
    script: `create policy calm on by_role as restrictive for select using (kind <> '')`,
  },
];
