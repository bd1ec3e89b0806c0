import { type ReactNode, useState } from 'react';
import type { ProjectStorageApi, StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { describeError } from '../../../ui/layout/error-note.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { present, useStorage } from '../data/use-storage.ts';
import { useTransfers } from '../transfers.ts';
import type { GivenFile } from './dropped-files.ts';
import {
  type ConflictChoice,
  freeName,
  planUpload,
  settleConflicts,
  type UploadPlan,
} from './plan-upload.ts';
import { UploadQuestion } from './upload-question.tsx';

interface Asked {
  readonly plan: UploadPlan;
  readonly taken: ReadonlySet<string>;
}

/** Names asked about in one call. */
const askedAtOnce = 1000;
/** Numbers that are tried behind a name that is taken. */
const numbersTried = 20;

/** Those of the keys that name a file, and of their numbered names, which might be given next. */
async function takenOf(
  storage: ProjectStorageApi,
  bucket: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  const ask = async (names: readonly string[]): Promise<void> => {
    for (let from = 0; from < names.length; from += askedAtOnce)
      for (const name of await storage.existing(bucket, names.slice(from, from + askedAtOnce)))
        taken.add(name);
  };
  await ask(keys);
  const numbered = [...taken].flatMap((key) => {
    const tried = new Set<string>();
    while (tried.size < numbersTried) tried.add(freeName(key, (name) => tried.has(name)));
    return [...tried];
  });
  await ask(numbered);
  return taken;
}

export interface Uploads {
  readonly add: (files: readonly GivenFile[]) => void;
  /** The question that is open, to be put on the page. */
  readonly dialog: ReactNode;
}

/** Sends files to a folder, asking first where some would be refused or their names are taken. */
export function useUploads(
  ref: string,
  bucket: StorageBucket,
  prefix: string,
  limit: number | null,
): Uploads {
  const { storage } = useStorage(ref);
  const { uploads: queue } = useTransfers(ref);
  const [asked, setAsked] = useState<Asked | null>(null);
  const add = async (files: readonly GivenFile[]): Promise<void> => {
    if (files.length === 0) return;
    const plan = planUpload(files, { bucket, prefix, limit });
    const keys = plan.uploads.map(({ key }) => key);
    const taken = await takenOf(present(storage), bucket.id, keys);
    const hasConflict = keys.some((key) => taken.has(key));
    if (plan.refused.length > 0 || hasConflict) setAsked({ plan, taken });
    else queue.add(plan.uploads);
  };
  return {
    add: (files) => {
      add(files).catch((error: unknown) =>
        announce({
          kind: 'danger',
          title: t('storage.notUploaded'),
          detail: describeError(error).message,
        }),
      );
    },
    dialog: asked !== null && (
      <UploadQuestion
        plan={asked.plan}
        taken={asked.taken}
        bucket={bucket}
        limit={limit}
        onClose={() => setAsked(null)}
        onUpload={(choice: ConflictChoice) => {
          queue.add(settleConflicts(asked.plan.uploads, asked.taken, choice));
          setAsked(null);
        }}
      />
    ),
  };
}
