import { quoteLiteral } from '../sql.ts';
import type { Statement } from './pipeline.ts';
import type { RequestSettings, Setting } from './run-request.ts';

/** Texts by the names they set: a handful of distinct lists, so each is built and prepared once. */
const texts = new Map<string, string>();

/**
 * One SELECT that makes the transaction the caller's: read only where asked, the role's own settings,
 * the role, then what its SQL may read. All of it is local to the transaction.
 */
export function settingsStatement(request: RequestSettings, readOnly: boolean): Statement {
  const settings: Setting[] = [
    ...(request.beforeRole ?? []),
    ['role', request.role],
    ...request.settings,
  ];
  const names = settings.map(([name]) => name).join('\n');
  const key = readOnly ? `ro\n${names}` : names;
  let text = texts.get(key);
  if (text === undefined) {
    text = writeText(settings, readOnly);
    if (texts.size < 1_000) texts.set(key, text);
  }
  return { text, values: settings.map(([, value]) => value) };
}

function writeText(settings: readonly Setting[], readOnly: boolean): string {
  const calls = settings.map(
    ([name], index) => `pg_catalog.set_config(${quoteLiteral(name)}, $${index + 1}, true)`,
  );
  const first = readOnly ? ["pg_catalog.set_config('transaction_read_only', 'on', true)"] : [];
  return `select ${[...first, ...calls].join(', ')}`;
}
