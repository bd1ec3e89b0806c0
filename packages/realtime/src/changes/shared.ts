/**
 * One call for all who ask at the same time. Who asks while one is under way waits for the next: its answer is never
 * older than the question.
 */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    const call = ask().finally(() => {
      if (running === call) running = undefined;
    });
    running = call;
    return call;
  };
  return () => {
    if (running === undefined) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
