import { engineTimeout } from './bus-engine.ts';

/** The outcome of `work`, or a rejection after the longest wait for an engine; `what` names the wait. */
export function within<T>(work: Promise<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`${what} took more than ${engineTimeout} ms`));
    }, engineTimeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
