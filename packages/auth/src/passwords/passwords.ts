import { kernelError, type Logger } from '@plinth/kernel';
import { Gate, GateTimeout } from '../base/gate.ts';
import { bcryptCost } from './bcrypt-hash.ts';
import { loadHasher, type PasswordHasher } from './hasher.ts';
import { assertPasswordFits, fits } from './strength.ts';

/** bcrypt's cost of new hashes; upstream's. */
const cost = 10;

/** Hashes at a time: one of libuv's four threads stays free for files and names. */
const atOnce = 3;

/** How long a sign-in may wait for its turn, in milliseconds. */
const patience = 8_000;

/** Hashes and compares passwords, a bounded number at a time. */
export class Passwords {
  readonly #hasher: Promise<PasswordHasher>;
  readonly #gate = new Gate({ atOnce, waiting: 1_000, patience });
  #decoy: Promise<string> | undefined;

  constructor(logger: Logger, hasher: Promise<PasswordHasher> = loadHasher(logger)) {
    this.#hasher = hasher;
  }

  /** Throws `validation_failed` for a password of more than 72 bytes, which bcrypt would cut. */
  async hash(password: string): Promise<string> {
    assertPasswordFits(password);
    const hasher = await this.#hasher;
    return this.#inTurn(() => hasher.hash(password, cost));
  }

  /**
   * True for the right password. Without a hash it takes the same time and is false; so it does for a
   * password of more than 72 bytes, of which bcrypt would look at the beginning only.
   */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    const hasher = await this.#hasher;
    const known = hash !== null && hash !== undefined && bcryptCost(hash) !== undefined;
    const compared = known ? hash : await this.#decoyHash();
    const right = await this.#inTurn(() => hasher.verify(password, compared));
    return right && known && fits(password);
  }

  /** True for a hash that is weaker, or dearer to compare, than a new one would be. */
  isOutdated(hash: string): boolean {
    const found = bcryptCost(hash);
    return found !== undefined && (found > cost || found === 4);
  }

  #decoyHash(): Promise<string> {
    this.#decoy ??= this.#hasher.then((hasher) => hasher.hash('no password', cost));
    return this.#decoy;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#gate.run(work);
    } catch (cause) {
      if (cause instanceof GateTimeout) throw kernelError('unavailable', { cause });
      throw cause;
    }
  }
}
