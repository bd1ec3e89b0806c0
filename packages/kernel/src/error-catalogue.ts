import { AppError, type AppErrorOptions } from './app-error.ts';

/** One failure a package can answer with; the reference docs are generated from these. */
export interface ErrorEntry {
  /** HTTP status. */
  readonly status: number;
  /** Default message; an occurrence may say it more precisely. */
  readonly message: string;
  /** One sentence for the reference: when it happens. */
  readonly when: string;
}

/** All failures of a package by code. */
export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;

/** Makes the `AppError` of a catalogue's code; `message` and `status` may be made more precise. */
export type ErrorFactory<C extends ErrorCatalogue> = (
  code: keyof C & string,
  options?: AppErrorOptions & { readonly message?: string; readonly status?: number },
) => AppError;

/** The factory of a catalogue: `const authError = errorFactory(authErrors)`. */
export function errorFactory<const C extends ErrorCatalogue>(catalogue: C): ErrorFactory<C> {
  return (code, options = {}) => {
    const entry = catalogue[code];
    if (entry === undefined) throw new TypeError(`no such error: ${code}`);
    return new AppError(
      code,
      options.status ?? entry.status,
      options.message ?? entry.message,
      options,
    );
  };
}
