import type { Caller } from '@plinth/kernel';

/** What a caller may receive on a private topic. */
export interface ReadRights {
  readonly broadcast: boolean;
  readonly presence: boolean;
}

/** Policies of `realtime.messages` decide about private topics. */
export interface Authorizer {
  /**
   * Kept per (role and claims, topic) for some seconds, or until policies or grants change. A policy that raises grants
   * nothing. Throws AppError where the database cannot be asked.
   */
  readRights(caller: Caller, topic: string): Promise<ReadRights>;
  /** Likewise for sending. */
  mayWrite(caller: Caller, topic: string, extension: 'broadcast' | 'presence'): Promise<boolean>;
}
