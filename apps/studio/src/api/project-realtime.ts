import type { ProjectDetails } from '@plinth/console/api';
import type {
  RealtimeChannel,
  RealtimeChannelOptions,
  RealtimeClient,
} from '@supabase/realtime-js';

export interface ProjectRealtimeOptions {
  readonly project: Pick<ProjectDetails, 'url' | 'publishableKey'>;
  /** The member's token; null speaks for a visitor of the application. */
  readonly accessToken: () => Promise<string | null>;
}

/** A channel that is in use, and how to leave it. */
export interface JoinedChannel {
  readonly channel: RealtimeChannel;
  leave(): void;
}

/** How long the socket stays without a channel: a page that is left may be followed by one that needs it. */
const lingering = 5_000;

/**
 * Channels of a project on one socket, in the name of the member. The library comes with the first channel: no page that
 * needs none loads it.
 */
export class ProjectRealtime {
  readonly #options: ProjectRealtimeOptions;
  #client: Promise<RealtimeClient> | undefined;
  #users = 0;
  /** Channels on their way out: the library has one channel a topic. */
  readonly #leaving = new Map<string, Promise<unknown>>();
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ProjectRealtimeOptions) {
    this.#options = options;
  }

  /** A channel that is not joined yet: say what it listens to, then `subscribe`. */
  async channel(topic: string, options?: RealtimeChannelOptions): Promise<JoinedChannel> {
    this.#users += 1;
    clearTimeout(this.#closing);
    this.#client ??= this.#open();
    const opening = this.#client;
    try {
      const client = await opening;
      // The library puts the token into a join only once it knows it.
      await client.setAuth();
      await this.#leaving.get(topic);
      const channel = client.channel(topic, options);
      let left = false;
      const leave = (): void => {
        if (left) return;
        left = true;
        const gone = client.removeChannel(channel).finally(() => this.#leaving.delete(topic));
        this.#leaving.set(topic, gone);
        this.#release();
      };
      return { channel, leave };
    } catch (error) {
      if (this.#client === opening) this.#client = undefined;
      this.#release();
      throw error;
    }
  }

  #release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#closing = setTimeout(() => {
      const client = this.#client;
      this.#client = undefined;
      void client?.then((open) => open.disconnect());
    }, lingering);
  }

  async #open(): Promise<RealtimeClient> {
    const { project, accessToken } = this.#options;
    const { RealtimeClient: Client } = await import('@supabase/realtime-js');
    return new Client(`${project.url.replace(/^http/, 'ws')}/realtime/v1`, {
      params: { apikey: project.publishableKey },
      accessToken,
    });
  }
}

const known = new Map<string, ProjectRealtime>();

/** The channels of a project for all pages of this tab; `asMember` is false for members whose token opens nothing. */
export function projectRealtime(
  project: Pick<ProjectDetails, 'url' | 'publishableKey'>,
  session: { accessToken(): Promise<string | null> },
  asMember: boolean,
): ProjectRealtime {
  const name = `${asMember} ${project.url} ${project.publishableKey}`;
  const existing = known.get(name);
  if (existing !== undefined) return existing;
  const made = new ProjectRealtime({
    project,
    accessToken: async () => (asMember ? session.accessToken() : null),
  });
  known.set(name, made);
  return made;
}
