import { createHash, timingSafeEqual } from 'node:crypto';
import type { RouteRequest } from '@plinth/kernel';
import type { Member, SetupInput } from '../api/members.ts';
import { consoleError } from '../errors/console-errors.ts';
import type { MemberAccounts } from '../ports.ts';
import type { AuditLog } from './audit-log.ts';
import { auditEntry } from './member-context.ts';
import type { MemberStore } from './member-store.ts';

/** The first start: makes the owner's account, once. */
export class OwnerSetup {
  readonly #members: MemberStore;
  readonly #audit: AuditLog;
  readonly #accounts: MemberAccounts;
  readonly #token: string | null;
  #isDone = false;

  constructor(
    members: MemberStore,
    audit: AuditLog,
    accounts: MemberAccounts,
    token: string | null,
  ) {
    this.#members = members;
    this.#audit = audit;
    this.#accounts = accounts;
    this.#token = token;
  }

  get needsToken(): boolean {
    return this.#token !== null;
  }

  /** True once the owner account exists. Asks no more when it has been told so. */
  async isDone(): Promise<boolean> {
    this.#isDone ||= await this.#members.hasMembers();
    return this.#isDone;
  }

  /**
   * Makes the owner, under a lock: of requests at the same time one succeeds. Throws AppError
   * `setup_token_invalid`, `already_set_up`, or what the account service says of e-mail and password.
   */
  async run(input: SetupInput, request: Pick<RouteRequest, 'id' | 'address'>): Promise<Member> {
    if (this.#token !== null && !isSame(this.#token, input.token ?? '')) {
      throw consoleError('setup_token_invalid');
    }
    if (await this.isDone()) throw consoleError('already_set_up');
    const { name, email, password } = input;
    let account: string | undefined;
    try {
      const owner = await this.#members.asFirst(
        async (add) => {
          account = await this.#accounts.createAccount({ email, password, name });
          return add({ id: account, email, name, role: 'owner' });
        },
        () => {
          throw consoleError('already_set_up');
        },
      );
      this.#isDone = true;
      await this.#audit.append(auditEntry({ member: owner, request }, 'members.set-up', email, {}));
      return owner;
    } catch (error) {
      if (account !== undefined && !this.#isDone) await this.#accounts.deleteAccount(account);
      throw error;
    }
  }
}

/** Compares in a time that tells nothing of where two texts differ. */
function isSame(expected: string, given: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}
