import { Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

/** Height of a row before it is measured, in pixels. */
const rowHeight = 45;

/** The body of a long table: draws only the rows in view (UI.md 'Table'). Loaded when a table is that long. */
export function VirtualBody({
  count,
  scroller,
  renderRow,
}: {
  readonly count: number;
  readonly scroller: HTMLElement | null;
  readonly renderRow: (index: number, measure: (node: HTMLTableRowElement | null) => void) => ReactNode;
}) {
  // The compiler skips this component for the virtualizer's sake, which is what it should do.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <Table.Tbody>
      {before > 0 && <tr style={{ height: before }} aria-hidden="true" />}
      {items.map((item) => renderRow(item.index, virtualizer.measureElement))}
      {after > 0 && <tr style={{ height: after }} aria-hidden="true" />}
    </Table.Tbody>
  );
}
