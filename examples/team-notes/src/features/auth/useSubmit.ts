import { type FormEvent, useState } from 'react';
import { explain } from '../../lib/errors';

/** Runs a form: what it is doing, and what went wrong. The work throws or returns an error. */
export function useSubmit(work: (form: FormData) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    try {
      await work(form);
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, onSubmit };
}

/** What was typed into a field, without spaces around it. */
export const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
