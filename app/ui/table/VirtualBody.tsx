import { Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

/** Height of a row before it is measured, in pixels. */
const rowHeight = 45;

/** The body of a long table: renders only the rows in view (UI.md 'Table'). Loaded only for a long table. */
export function VirtualBody({
  count,
  scroller,
  renderRow,
}: {
  readonly count: number;
  readonly scroller: HTMLElement | null;
  readonly renderRow: (index: number, measure: (node: HTMLTableRowElement | null) => void) => ReactNode;
}) {
  // The virtualizer returns functions that must not be memoized, and nothing here does.
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
