interface Flight<T> {
  readonly abort: AbortController;
  readonly result: Promise<T>;
  waiting: number;
}

/** Equal work at the same time is done once. It is given up when the last one who asked for it has gone. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** The result of `work`, or of the same work that is under way. Rejects at once where `signal` aborts. */
  async run(
    name: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#flights.get(name) ?? this.#start(name, work);
    flight.waiting += 1;
    let onAbort = (): void => {};
    const gone = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([flight.result, gone]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        if (this.#flights.get(name) === flight) this.#flights.delete(name);
        flight.abort.abort();
      }
    }
  }

  #start(name: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController();
    const result = work(abort.signal);
    // Who waits hears of it; when nobody does any more it has been given up.
    result.catch(() => {});
    const flight = { abort, result, waiting: 0 };
    this.#flights.set(name, flight);
    return flight;
  }
}
