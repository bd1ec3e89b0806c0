import { copyFileSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

/** Largest log file, in bytes; one older file of that size is kept beside it. */
const sizeLimit = 16 * 1024 * 1024;

/** How often the size is looked at, in milliseconds. */
const interval = 30_000;

/**
 * Keeps the log of Postgres bounded: strangers can make it grow with failing statements. Postgres writes
 * in append mode, so the file can be copied aside and emptied under it.
 */
export class LogFile {
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#rotate();
    this.#timer = setInterval(() => this.#rotate(), interval);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #rotate(): void {
    const stats = statSync(this.#path, { throwIfNoEntry: false });
    if (stats === undefined || stats.size < sizeLimit) return;
    copyFileSync(this.#path, `${this.#path}.1`);
    truncateSync(this.#path);
  }
}
