import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answer, Commands } from './generator/commands.ts';

/** The load generator as the measurements see it. */
export class Generator {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (answer: Answer) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    child.once('exit', () => {
      for (const [id, take] of this.#waiting) take({ id, failure: 'the generator has ended' });
    });
  }

  static start(): Generator {
    return new Generator(fork(join(import.meta.dirname, 'realtime-generator.mjs')));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Rejects with what went wrong over there. */
  ask<Kind extends keyof Commands>(
    kind: Kind,
    request: Commands[Kind]['request'],
  ): Promise<Commands[Kind]['answer']> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ answer, failure }) =>
        failure === undefined ? resolve(answer as never) : reject(new Error(`${kind}: ${failure}`)),
      );
      this.#child.send({ id, kind, request });
    });
  }

  stop(): void {
    this.#child.disconnect();
  }
}
