import type { ConsoleStatus } from '@plinth/console/api';
import * as z from 'zod/mini';
import { localStore, now } from '../lib/browser.ts';
import { readJson, writeJson } from '../lib/state/stored-json.ts';
import { ApiClient } from './client.ts';
import { ConnectionWatch } from './connection.ts';
import { ConsoleApi } from './console.ts';
import { MemberAuth } from './member-auth.ts';
import { browserExclusively, SessionStore } from './session-store.ts';

/** All that the pages need to talk to the server. */
export interface Api {
  readonly client: ApiClient;
  readonly console: ConsoleApi;
  readonly session: SessionStore;
  readonly memberAuth: MemberAuth;
  readonly connection: ConnectionWatch;
  /** The server's status, asked once; anew after a failure or with `fresh`. */
  status(fresh?: boolean): Promise<ConsoleStatus>;
}

const controlName = 'plinth.control';
const controlSchema = z.object({ url: z.string(), key: z.string() });

/**
 * Where members sign in, as `status()` told last. A session can so be renewed before the first call of a page, which
 * then carries it like every other.
 */
const rememberedControl = (): z.infer<typeof controlSchema> | undefined =>
  readJson(localStore, controlName, controlSchema);

/** Wires the API for a page served by `origin`; `onBack` runs when a lost server answers again. */
export function createApi(origin: string, onBack: () => void): Api {
  let known: Promise<ConsoleStatus> | undefined;
  const status = (fresh = false): Promise<ConsoleStatus> => {
    if (fresh) known = undefined;
    known ??= consoleApi
      .status({ withoutSession: rememberedControl() === undefined })
      .then((answer) => {
        writeJson(localStore, controlName, { url: answer.controlUrl, key: answer.controlKey });
        return answer;
      })
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  };
  // Without a referrer, the links in mails and sign-in links lead to the project's site and not into Studio.
  const boundFetch: typeof fetch = (input, init) =>
    fetch(input, { ...init, referrerPolicy: 'no-referrer' });
  const memberAuth = new MemberAuth({
    fetch: boundFetch,
    now,
    control: async () => {
      const remembered = rememberedControl();
      if (remembered !== undefined) return remembered;
      const { controlUrl, controlKey } = await status();
      return { url: controlUrl, key: controlKey };
    },
  });
  const session = new SessionStore({
    storage: localStore,
    now,
    exclusively: browserExclusively,
    refresh: (token) => memberAuth.refresh(token),
  });
  const connection = new ConnectionWatch({
    now,
    probe: async () => {
      await status(true);
    },
    onBack,
  });
  const client = new ApiClient({
    fetch: boundFetch,
    session,
    onAnswered: () => connection.answered(),
    onUnreachable: (server) => connection.lost(server),
  });
  const key = document.querySelector<HTMLMetaElement>('meta[name="plinth-key"]')?.content ?? null;
  const consoleApi = new ConsoleApi(client, origin, key);
  addEventListener('storage', (event) => session.adopt(event.key));
  return { client, console: consoleApi, session, memberAuth, connection, status };
}
