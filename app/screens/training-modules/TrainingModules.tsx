import { Button, Group, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconRefresh, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { pageFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { showToast } from '#app/lib/toasts.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { AddToMatrixDialog } from '#app/screens/training-modules/AddToMatrixDialog.tsx';
import { LoadContentDialog } from '#app/screens/training-modules/LoadContentDialog.tsx';
import { ModuleFilters } from '#app/screens/training-modules/ModuleFilters.tsx';
import { ModuleFormDialog } from '#app/screens/training-modules/ModuleFormDialog.tsx';
import { ModuleGrid, ModuleGridSkeleton } from '#app/screens/training-modules/ModuleGrid.tsx';
import { pageSize, type ModuleRow } from '#app/screens/training-modules/modules.ts';

type Opened =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'edit' | 'content'; readonly module: ModuleRow }
  | { readonly dialog: 'matrix' };

/** /training-modules (SPEC §2.7; MOD-03, MOD-04, MOD-06, MTX-03): create, load, find, select for a matrix. */
export function TrainingModules() {
  const { t } = useLingui();
  const [view, patch] = useUrlState({ q: '', category: '', content: 'all', page: '1' });
  const [selected, setSelected] = useState<ReadonlyMap<number, ModuleRow>>(new Map());
  const [opened, setOpened] = useState<Opened | null>(null);
  const modules = useQuery(
    pageFor(modulesContract.list, {
      query: {
        sort: 'title',
        limit: pageSize * Math.max(1, Number(view.page) || 1),
        ...(view.q ? { q: view.q } : {}),
        ...(view.category ? { category: view.category } : {}),
        content: view.content === 'files' || view.content === 'empty' ? view.content : 'all',
      },
    }),
  );
  const toggle = (module: ModuleRow) => {
    const next = new Map(selected);
    if (!next.delete(module.id)) next.set(module.id, module);
    setSelected(next);
  };
  const refresh = async () => {
    const { error } = await modules.refetch();
    if (error) showToast(messages.modulesRefreshFailed);
  };
  const close = () => setOpened(null);
  const filtered = view.q !== '' || view.category !== '' || view.content !== 'all';
  return (
    <Page wide>
      <PageHeader
        title={t`Training Modules`}
        subtitle={t`What people learn: documents, films and texts, each in its versions`}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              loading={modules.isFetching && modules.data !== undefined}
              onClick={() => void refresh()}
            >
              <Trans>Refresh</Trans>
            </Button>
            {selected.size > 0 && (
              <Button
                variant="light"
                leftSection={<IconTable size={18} aria-hidden />}
                onClick={() => setOpened({ dialog: 'matrix' })}
              >
                <Trans>Create/Add to Training Matrix</Trans>
              </Button>
            )}
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setOpened({ dialog: 'create' })}
            >
              <Trans>Add Module</Trans>
            </Button>
          </>
        }
      />
      <ModuleFilters view={view} onChange={(changes) => patch({ ...changes, page: '1' })} />
      <Load query={modules} skeleton={<ModuleGridSkeleton />}>
        {({ rows, total }) => (
          <>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" role="status">
                <Plural value={total} one="# module" other="# modules" />
                {selected.size > 0 && (
                  <>
                    {' · '}
                    <Plural value={selected.size} one="# selected" other="# selected" />
                  </>
                )}
              </Text>
              <Group gap="xs">
                <Button
                  variant="subtle"
                  size="xs"
                  disabled={rows.length === 0}
                  onClick={() => setSelected(new Map(rows.map((module) => [module.id, module])))}
                >
                  <Trans>Select All</Trans>
                </Button>
                <Button
                  variant="subtle"
                  size="xs"
                  disabled={selected.size === 0}
                  onClick={() => setSelected(new Map())}
                >
                  <Trans>Clear All</Trans>
                </Button>
              </Group>
            </Group>
            {rows.length === 0 ? (
              <EmptyState
                title={<Trans>No training modules found.</Trans>}
                hint={
                  filtered ? (
                    <Trans>No module matches these filters.</Trans>
                  ) : (
                    <Trans>Create categories and add modules to get started.</Trans>
                  )
                }
                action={
                  <Button onClick={() => setOpened({ dialog: 'create' })}>
                    <Trans>Add Module</Trans>
                  </Button>
                }
              />
            ) : (
              <ModuleGrid
                modules={rows}
                selected={selected}
                onToggle={toggle}
                onSettings={(module) => setOpened({ dialog: 'edit', module })}
                onContent={(module) => setOpened({ dialog: 'content', module })}
              />
            )}
            {rows.length < total && (
              <Group justify="center">
                <Button
                  variant="default"
                  loading={modules.isFetching}
                  onClick={() => patch({ page: String((Number(view.page) || 1) + 1) })}
                >
                  <Trans>Show more</Trans>
                </Button>
              </Group>
            )}
          </>
        )}
      </Load>
      {opened?.dialog === 'create' && <ModuleFormDialog module={null} onClose={close} />}
      {opened?.dialog === 'edit' && <ModuleFormDialog module={opened.module} onClose={close} />}
      {opened?.dialog === 'content' && <LoadContentDialog module={opened.module} onClose={close} />}
      {opened?.dialog === 'matrix' && (
        <AddToMatrixDialog
          modules={[...selected.values()]}
          onClose={close}
          onDone={() => {
            setSelected(new Map());
            close();
          }}
        />
      )}
    </Page>
  );
}
