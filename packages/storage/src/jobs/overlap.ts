import { isFolder, type ObjectChange } from './object-change.ts';

/**
 * True where objects may come to lie below a name that is still to be worked through: `a/` goes to `a/b/`, or `a/` to `b/`
 * and `b/` to `c/`.
 */
export function overlaps({ bucket, target, names }: ObjectChange): boolean {
  if (target !== bucket) return false;
  const sources = new Set(names.map(({ from }) => from).filter(isFolder));
  const targets = new Set(names.map(({ to }) => to ?? ''));
  const meets = (name: string, others: ReadonlySet<string>): boolean =>
    others.has('') || foldersOf(name).some((folder) => others.has(folder));
  return (
    [...targets].some((to) => meets(to, sources)) ||
    [...sources].some((from) => meets(from, targets))
  );
}

/** `a/b/c` lies in `a/` and `a/b/`; `a/b/` also in itself. */
function foldersOf(name: string): string[] {
  const folders: string[] = [];
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    folders.push(name.slice(0, at + 1));
  }
  return folders;
}
