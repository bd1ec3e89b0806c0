import type { JsonObject } from '@plinth/kernel';

/** One channel's place among those present on a topic. */
export interface PresenceMember {
  /** What it is listed under; a new uuid where the client named none. */
  readonly key: string;
  /**
   * Shows it with this payload, or changes what it shows; the payload it shows already changes nothing. The caller
   * has bounded its size. `phx_ref` and `phx_ref_prev` in it are dropped: they are ours.
   */
  track(payload: JsonObject): void;
  /** Shows it no longer; also what a channel does that closes. It may track again. */
  untrack(): void;
}

/** Who is on which topic, over all nodes. */
export interface Presence {
  /** A place for one channel; it shows nothing before `track`. Public and private topics of one name need two names. */
  member(topic: string, key: string): PresenceMember;
  /**
   * JSON text of a `presence_state` payload: all that diffs of the topic have told so far. Who reads it and takes every
   * diff from then on (registered in the same turn of the event loop) knows the true state.
   */
  state(topic: string): string;
  /** Takes the JSON text of each `presence_diff` payload, in order, one per topic for everybody on this node. */
  onDiff(listener: (topic: string, diff: string) => void): void;
}
