import type { ReactNode } from 'react';

/** The head of a list's table. */
export const headRow =
  'h-8 [&_th]:border-b [&_th]:border-line [&_th]:px-3 [&_th]:font-normal [&_th]:truncate';

const widths = [58, 41, 66, 49, 54];

/** Rows of a list that is on its way. */
export const SkeletonRows = ({ columns }: { readonly columns: number }): ReactNode => (
  <>
    {widths.map((width) => (
      <tr key={width} className="h-(--row) border-b border-line/60 max-md:h-12">
        <td className="px-4" colSpan={columns}>
          <span className="skeleton block h-3" style={{ width: `${width}%` }} />
        </td>
      </tr>
    ))}
  </>
);
