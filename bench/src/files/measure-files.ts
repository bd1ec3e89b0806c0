import { describe, inTurns, ratio, type Summary, summarise, withoutFailures } from '../in-turns.ts';
import type { Measurement } from '../load.ts';
import { median } from '../statistics.ts';
import type { PlinthTarget, Target } from '../targets.ts';
import { downloadMany, type FileTarget, file, uploadMany } from './file-scenarios.ts';
import { download, upload } from './transfer.ts';

export interface FileReport {
  readonly upload: Record<string, Summary>;
  readonly download: Record<string, Summary>;
  /** MB/s of one large file, and Plinth's share of the baseline's. */
  readonly transfer: Record<
    'upload' | 'download',
    { plinth: number; files: number; ratio: number }
  >;
}

export interface FileRun {
  readonly rounds: number;
  readonly seconds: number;
  /** Size of the large file, in megabytes. */
  readonly megabytes: number;
  readonly say: (line: string) => void;
}

/** Files through the Storage API against node:http and fs alone. */
export async function measureFiles(
  plinth: PlinthTarget,
  baseline: Target,
  { rounds, seconds, megabytes, say }: FileRun,
): Promise<FileReport> {
  const targets = [await bucketOf(plinth), baselineOf(baseline)];
  for (const target of targets) await putFile(target);
  const loads = async (
    title: string,
    load: (target: FileTarget, seconds: number) => Promise<Measurement>,
  ): Promise<Record<string, Summary>> => {
    say(`\n${title}`);
    for (const target of targets) await load(target, 1);
    const summary = summarise(
      await inTurns(targets, rounds, async (target) =>
        withoutFailures(target, await load(target, seconds)),
      ),
    );
    for (const line of describe(summary)) say(line);
    return summary;
  };
  const uploads = await loads('upload of 64 kB, 16 at a time', uploadMany);
  const downloads = await loads('download of 64 kB, 16 at a time', downloadMany);
  say(`\none file of ${megabytes} MB`);
  const transfer = {
    upload: compare(await inTurns(targets, 3, (target) => upload(target, megabytes))),
    download: compare(await inTurns(targets, 3, download)),
  };
  for (const [name, { plinth: own, files, ratio: share }] of Object.entries(transfer)) {
    say(`  ${name.padEnd(9)} plinth ${own} MB/s, files ${files} MB/s: ${share} ×`);
  }
  return { upload: uploads, download: downloads, transfer };
}

function compare(results: Record<string, number[]>): {
  plinth: number;
  files: number;
  ratio: number;
} {
  const { plinth = [], files = [] } = results;
  return {
    plinth: Math.round(median(plinth)),
    files: Math.round(median(files)),
    ratio: ratio(plinth, files),
  };
}

/** A public bucket, written to by the service role. */
async function bucketOf({ ready }: PlinthTarget): Promise<FileTarget> {
  const headers = { authorization: `Bearer ${ready.serviceRoleKey}` };
  const answer = await fetch(`${ready.url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', public: true }),
  });
  if (!answer.ok) throw new Error(`no bucket: ${answer.status} ${await answer.text()}`);
  return {
    name: 'plinth',
    url: ready.url,
    write: '/storage/v1/object/bench',
    read: '/storage/v1/object/public/bench',
    headers,
  };
}

function baselineOf({ url }: Target): FileTarget {
  return { name: 'files', url, write: '', read: '', headers: {} };
}

async function putFile({ url, write, headers }: FileTarget): Promise<void> {
  const answer = await fetch(`${url}${write}/file`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: file,
  });
  if (!answer.ok) throw new Error(`no file: ${answer.status} ${await answer.text()}`);
}
