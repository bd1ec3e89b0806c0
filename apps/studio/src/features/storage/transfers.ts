import type { FileJob } from '@plinth/console/api';
import { useQueryClient } from '@tanstack/react-query';
import { ProjectStorageApi } from '../../api/project-storage.ts';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { now, randomId } from '../../lib/browser.ts';
import { storageKeys } from './data/use-storage.ts';
import { sendFile } from './uploads/send-file.ts';
import { UploadQueue } from './uploads/upload-queue.ts';

/** What this page knows of a project's storage while other pages are looked at. */
export interface Transfers {
  readonly uploads: UploadQueue;
  /** Jobs that were under way when they were last seen, by id. */
  readonly watched: Map<string, FileJob>;
  /** Ids of those whose good end has been told. */
  readonly told: Set<string>;
}

const byProject = new Map<string, Transfers>();

/** Milliseconds between two refreshes of a list that files arrive in. */
const betweenRefreshes = 1500;

/** The transfers of a project, the same on every page. */
export function useTransfers(ref: string): Transfers {
  const api = useApi();
  const client = useQueryClient();
  const known = byProject.get(ref);
  if (known !== undefined) return known;
  const storageOf = async (): Promise<ProjectStorageApi> =>
    new ProjectStorageApi(api.client, await client.ensureQueryData(queries.project(api, ref)));
  const stale = new Set<string>();
  const refresh = (bucket: string): void => {
    if (stale.has(bucket)) return;
    stale.add(bucket);
    setTimeout(
      () => {
        stale.delete(bucket);
        void client.invalidateQueries({ queryKey: storageKeys.bucket(ref, bucket) });
      },
      isBusy(transfers) ? betweenRefreshes : 0,
    );
  };
  const transfers: Transfers = {
    watched: new Map(),
    told: new Set(),
    uploads: new UploadQueue({
      newId: randomId,
      now,
      onStored: ({ bucket }) => refresh(bucket),
      send: (upload, onProgress) => {
        const sending = storageOf().then((storage) => sendFile(storage)(upload, onProgress));
        let stopped = false;
        return {
          done: sending.then((one) => (stopped ? new Promise<void>(() => {}) : one.done)),
          stop: (forget) => {
            stopped = true;
            void sending.then((one) => one.stop(forget)).catch(() => {});
          },
        };
      },
    }),
  };
  byProject.set(ref, transfers);
  return transfers;
}

/** True while something would be lost by closing the page: jobs go on on the server. */
export const isBusy = ({ uploads }: Transfers): boolean =>
  uploads.store.get().some(({ state }) => state === 'sending' || state === 'waiting');
