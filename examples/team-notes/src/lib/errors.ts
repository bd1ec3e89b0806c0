import { isAuthRetryableFetchError } from '@supabase/supabase-js';

const mayNotWrite = 'You may read this notebook, but not change it.';
const unreachable = 'The server cannot be reached. Check your connection.';

/** By the status that the Storage API gives a failure. */
const storageSentences: Readonly<Record<string, string>> = {
  '403': mayNotWrite,
  '404': 'It is not there any more.',
  '413': 'The file is larger than the server takes.',
  '415': 'The server does not take files of this type.',
};

type Failure = { code?: string; statusCode?: string; message?: string; hint?: string };

/** A sentence for people about whatever was thrown. */
export function explain(error: unknown): string {
  if (isAuthRetryableFetchError(error)) return unreachable;
  if (typeof error !== 'object' || error === null) return 'Something went wrong. Try again.';
  const { code, statusCode, message, hint } = error as Failure;
  if (message?.includes('Failed to fetch') || message?.includes('NetworkError')) return unreachable;
  if (code === '42501' && message?.includes('row-level security')) {
    return mayNotWrite;
  }
  const ofStorage = storageSentences[statusCode ?? ''];
  if (ofStorage) return ofStorage;
  return [message, hint].filter(Boolean).join('. ').replace('..', '.');
}
