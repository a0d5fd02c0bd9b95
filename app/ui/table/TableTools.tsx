import { Button, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { Column } from '#app/ui/table/columns.ts';
import type { TableView } from '#app/ui/table/use-table-view.ts';

/** The menu that chooses density and columns of a table (UI.md 'Table'). */
export function TableTools<Row>({
  columns,
  view,
  onChange,
}: {
  readonly columns: readonly Column<Row>[];
  readonly view: TableView;
  readonly onChange: (view: TableView) => void;
}) {
  const toggle = (key: string): void => {
    const hidden = view.hidden.includes(key)
      ? view.hidden.filter((other) => other !== key)
      : [...view.hidden, key];
    onChange({ ...view, hidden });
  };
  const mark = (on: boolean) => (on ? <IconCheck size={16} aria-hidden /> : <span style={{ width: 16 }} />);
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
          <Trans>Columns</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Density</Trans>
        </Menu.Label>
        {(['comfortable', 'compact'] as const).map((density) => (
          <Menu.Item
            key={density}
            role="menuitemradio"
            aria-checked={view.density === density}
            leftSection={mark(view.density === density)}
            onClick={() => onChange({ ...view, density })}
          >
            {density === 'comfortable' ? <Trans>Comfortable</Trans> : <Trans>Compact</Trans>}
          </Menu.Item>
        ))}
        <Menu.Label>
          <Trans>Columns</Trans>
        </Menu.Label>
        {columns
          .filter((column) => column.hideable !== false)
          .map((column) => (
            <Menu.Item
              key={column.key}
              role="menuitemcheckbox"
              aria-checked={!view.hidden.includes(column.key)}
              leftSection={mark(!view.hidden.includes(column.key))}
              onClick={() => toggle(column.key)}
            >
              {column.name ?? column.title}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
