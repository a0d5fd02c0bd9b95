import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Column } from '#app/ui/table/columns.ts';

/** A person's view of a table; stored in this browser per table. */
export interface TableView {
  readonly density: 'comfortable' | 'compact';
  readonly hidden: readonly string[];
}

/** Density and column choice of a table (UI.md 'Table'). Without an id nothing is stored. */
export function useTableView<Row>(id: string | undefined, columns: readonly Column<Row>[]) {
  const [view, setView] = useLocalStorage<TableView>({
    key: `traintrail-table-${id ?? 'plain'}`,
    defaultValue: { density: 'comfortable', hidden: [] },
    getInitialValueInEffect: false,
  });
  const shown = useMemo(
    () => columns.filter((column) => column.hideable === false || !view.hidden.includes(column.key)),
    [columns, view.hidden],
  );
  return { view, setView, shown };
}
