import type { NotebookColor } from '../features/notebooks/notebooks';

/** A notebook from the outside. */
export function Cover({ color }: { color: NotebookColor }) {
  return <span className="cover" data-color={color} aria-hidden="true" />;
}
