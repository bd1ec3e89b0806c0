import type { ReactNode } from 'react';
import type { ColumnLayout } from './column-layout.ts';
import type { DataGridProps } from './data-grid.tsx';
import { GridRow } from './grid-row.tsx';
import type { GridView } from './grid-scroller.ts';

export interface GridRowsProps<R> extends DataGridProps<R> {
  readonly gridId: string;
  readonly layout: ColumnLayout;
  readonly gutter: number;
  readonly view: GridView;
  /** Height of all rows, as far as an element can be that high. */
  readonly spacer: number;
}

/** The rows in sight, in the place of all rows. */
export function GridRows<R>(props: GridRowsProps<R>): ReactNode {
  const { view, layout, gutter, rowHeight, rowCount, active, selection } = props;
  const rows: ReactNode[] = [];
  for (let index = view.firstRow; index <= Math.min(view.lastRow, rowCount - 1); index += 1) {
    rows.push(
      <GridRow
        key={index}
        gridId={props.gridId}
        index={index}
        data={props.rowAt(index)}
        top={index * rowHeight - view.shift}
        height={rowHeight}
        columns={props.columns}
        layout={layout}
        firstColumn={view.firstColumn}
        lastColumn={view.lastColumn}
        gutter={gutter}
        activeColumn={active?.row === index ? active.column : -1}
        selectable={selection !== undefined}
        openable={props.onOpenRow !== undefined}
        selected={selection?.isSelected(index) ?? false}
        tone={props.rowTone?.(index) ?? 'plain'}
        renderCell={props.renderCell}
      />,
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtual
    <div
      role="rowgroup"
      className="relative"
      style={{ height: props.spacer, width: layout.total + gutter }}
    >
      {rows}
    </div>
  );
}
