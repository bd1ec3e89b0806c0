import { readName } from './names.ts';
import { type Grammar, scan } from './scanner.ts';

/** The names of a `columns` or `on_conflict` parameter, which `what` names. */
export function parseColumns(text: string, what: 'columns' | 'on_conflict'): readonly string[] {
  return scan(text, `${what} parameter`, text, readNames);
}

const readNames: Grammar<readonly string[]> = (scanner) => {
  const names: string[] = [];
  do {
    scanner.skipSpace();
    names.push(readName(scanner));
    scanner.skipSpace();
  } while (scanner.accept(','));
  return names;
};
