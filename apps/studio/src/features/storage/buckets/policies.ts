import { literal } from '../data/read-queries.ts';

/** A policy of storage.objects, as pg_policies writes it. */
export interface ObjectPolicy {
  readonly name: string;
  readonly command: string;
  readonly roles: readonly string[];
  readonly permissive: boolean;
  readonly using: string | null;
  readonly check: string | null;
}

/** A row of the query for policies. */
export function policyOf(row: readonly (string | null)[]): ObjectPolicy {
  const [name, command, roles, permissive, using, check] = row;
  return {
    name: name ?? '',
    command: command ?? '',
    roles: (roles ?? '').split(', '),
    permissive: permissive !== 'RESTRICTIVE',
    using: using ?? null,
    check: check ?? null,
  };
}

/** `all`: it names no bucket, so it holds for each; `none`: it is about others. */
export type Concern = 'this' | 'all' | 'none';

const bucketNames =
  /bucket_id\s*(?:=\s*(?:'((?:[^']|'')*)'|ANY\s*\(\s*(?:\()?ARRAY\[([^\]]*)\]))/gi;

/** Whether a policy is about a bucket, as far as its text tells: `bucket_id = '…'` or `bucket_id = ANY (ARRAY[…])`. */
export function concernOf({ using, check }: ObjectPolicy, bucket: string): Concern {
  const named: string[] = [];
  for (const [, one, many] of `${using ?? ''} ${check ?? ''}`.matchAll(bucketNames)) {
    if (one !== undefined) named.push(one);
    for (const [, name = ''] of (many ?? '').matchAll(/'((?:[^']|'')*)'/g)) named.push(name);
  }
  if (named.length === 0) return 'all';
  return named.some((name) => name.replaceAll("''", "'") === bucket) ? 'this' : 'none';
}

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A script to begin with: every signed-in user has a folder of their own in the bucket. */
export const policyTemplate = (
  bucket: string,
): string => `-- Users read and write below a folder named after their id.
create policy ${name(`${bucket}: own folder`)}
on storage.objects
for all
to authenticated
using (
  bucket_id = ${literal(bucket)}
  and (storage.foldername(name))[1] = (select auth.uid())::text
)
with check (
  bucket_id = ${literal(bucket)}
  and (storage.foldername(name))[1] = (select auth.uid())::text
);
`;
