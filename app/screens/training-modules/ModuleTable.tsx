import { ActionIcon, Menu, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconDots,
  IconEye,
  IconFileText,
  IconListCheck,
  IconSettings,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '#app/lib/format.ts';
import type { ModuleDialog } from '#app/screens/training-modules/dialogs.ts';
import { ModuleBadges } from '#app/screens/training-modules/ModuleBadges.tsx';
import { pageSize, type ModuleLine, type ModuleRow } from '#app/screens/training-modules/modules.ts';
import type { Library } from '#app/screens/training-modules/use-library.ts';
import type { Selection } from '#app/screens/training-modules/use-selection.ts';
import { TextLink } from '#app/ui/links.tsx';
import { MenuLink } from '#app/ui/MenuLink.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

type Open = (dialog: ModuleDialog, module: ModuleRow) => void;

/** Returns the page of a module's people. */
export const peoplePath = (moduleId: number): string => `/training-modules/${String(moduleId)}/people`;

/** The table view (MOD-01): a page of modules with their people, sorted by the server; figures link to the people behind them. */
export function ModuleTable({
  library,
  selection,
  onOpen,
  empty,
}: {
  readonly library: Library;
  readonly selection: Selection;
  readonly onOpen: Open;
  readonly empty: ReactNode;
}) {
  const { t } = useLingui();
  const { table, view, change } = library;
  const columns = useColumns(onOpen);
  const rows = table.data?.rows;
  return (
    <DataTable
      id="training-modules"
      label={t`Training modules`}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      total={table.data?.total ?? 0}
      limit={pageSize}
      state={{ sort: view.sort, page: view.page }}
      onState={change}
      loadingLabel={t`Loading modules...`}
      error={table.error}
      onRetry={() => void table.refetch()}
      onOpen={(module) => onOpen('view', module)}
      selected={new Set<string | number>(selection.selected.keys())}
      onSelected={(ids) => selection.setOf(rows ?? [], ids)}
      minWidth={1100}
      cards
      empty={empty}
    />
  );
}

function useColumns(onOpen: Open): readonly Column<ModuleLine>[] {
  const { t } = useLingui();
  const { number } = useFormat();
  const figure = (
    module: ModuleLine,
    count: number,
    name: string,
    search: Readonly<Record<string, string>>,
  ) =>
    count === 0 ? (
      <Text span inherit c="dimmed">
        {number(count)}
      </Text>
    ) : (
      <TextLink
        to={peoplePath(module.id)}
        search={search}
        inherit
        aria-label={`${name}, ${module.title}: ${number(count)}`}
        onClick={(event) => event.stopPropagation()}
      >
        {number(count)}
      </TextLink>
    );
  return [
    {
      key: 'title',
      title: t`Module`,
      sortable: true,
      rowHeader: true,
      hideable: false,
      render: (module) => (
        <div style={{ minWidth: 220, overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={550}>
            {module.title}
          </Text>
          {module.reference !== null && (
            <Text size="xs" c="dimmed">
              {module.reference}
            </Text>
          )}
          <ModuleBadges module={module} versions={false} />
        </div>
      ),
    },
    {
      key: 'category',
      title: t`Category`,
      sortable: true,
      render: ({ trainingCategory }) => trainingCategory ?? '–',
    },
    {
      key: 'assigned',
      title: t`Assigned`,
      sortable: true,
      figures: true,
      align: 'right',
      render: (module) => figure(module, module.assigned, t`Assigned`, {}),
    },
    {
      key: 'completed',
      title: t`Completed`,
      sortable: true,
      figures: true,
      align: 'right',
      render: (module) => figure(module, module.completed, t`Completed`, { status: 'completed' }),
    },
    {
      key: 'overdue',
      title: t`Overdue`,
      sortable: true,
      figures: true,
      align: 'right',
      render: (module) => figure(module, module.overdue, t`Overdue`, { status: 'overdue' }),
    },
    {
      key: 'expired',
      title: t`Expired`,
      sortable: true,
      figures: true,
      align: 'right',
      render: (module) => figure(module, module.expired, t`Expired`, { status: 'expired' }),
    },
    {
      key: 'version',
      title: t`Version`,
      sortable: true,
      figures: true,
      align: 'right',
      render: ({ versionNumber }) => versionNumber ?? '–',
    },
    {
      key: 'draft',
      title: t`Draft`,
      sortable: true,
      figures: true,
      align: 'right',
      render: ({ draftNumber }) => draftNumber ?? '–',
    },
    {
      key: 'effectiveFrom',
      title: t`Effective since`,
      sortable: true,
      render: ({ effectiveFrom }) => (effectiveFrom ? <Moment value={effectiveFrom} /> : '–'),
    },
    {
      key: 'owner',
      title: t`Owner`,
      sortable: true,
      render: ({ owner }) => <div style={{ minWidth: 110, overflowWrap: 'anywhere' }}>{owner ?? '–'}</div>,
    },
    {
      key: 'updatedAt',
      title: t`Updated`,
      sortable: true,
      render: ({ updatedAt }) => (updatedAt ? <Moment value={updatedAt} /> : '–'),
    },
    {
      key: 'actions',
      title: t`Actions`,
      silentTitle: true,
      hideable: false,
      pinned: true,
      render: (module) => <LineActions module={module} onOpen={onOpen} />,
    },
  ];
}

function LineActions({ module, onOpen }: { readonly module: ModuleLine; readonly onOpen: Open }) {
  const { t } = useLingui();
  const open = (dialog: ModuleDialog) => () => onOpen(dialog, module);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t`Actions for ${module.title}`}>
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink to={peoplePath(module.id)} leftSection={<IconUsers size={16} aria-hidden />}>
          <Trans>People</Trans>
        </MenuLink>
        <Menu.Item leftSection={<IconEye size={16} aria-hidden />} onClick={open('view')}>
          <Trans>View</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={open('edit')}>
          <Trans>Settings</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconFileText size={16} aria-hidden />} onClick={open('content')}>
          <Trans>Content</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconListCheck size={16} aria-hidden />} onClick={open('quiz')}>
          <Trans>Quiz</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={open('remove')}>
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
