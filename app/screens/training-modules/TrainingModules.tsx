import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconFolderPlus,
  IconPlus,
  IconRefresh,
  IconTable,
  IconUpload,
  IconUsersPlus,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { bulkLimits } from '#shared/domain/assignments/bulk.ts';
import { CategoriesView, shownCategories } from '#app/screens/training-modules/CategoriesView.tsx';
import { linkedDialog, type Opened } from '#app/screens/training-modules/dialogs.ts';
import { FilterTrail } from '#app/screens/training-modules/FilterTrail.tsx';
import { LibraryBar } from '#app/screens/training-modules/LibraryBar.tsx';
import { activeFilters, noFilters } from '#app/screens/training-modules/library-view.ts';
import { ModuleCard } from '#app/screens/training-modules/ModuleCard.tsx';
import { ModuleDialogs } from '#app/screens/training-modules/ModuleDialogs.tsx';
import { ModuleFilters } from '#app/screens/training-modules/ModuleFilters.tsx';
import { ModuleTable } from '#app/screens/training-modules/ModuleTable.tsx';
import { ModuleList, ModuleSkeletons } from '#app/screens/training-modules/ModuleList.tsx';
import { pageSize, type ModuleRow } from '#app/screens/training-modules/modules.ts';
import { useLibrary, type Library } from '#app/screens/training-modules/use-library.ts';
import { useSelection } from '#app/screens/training-modules/use-selection.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';

/** /training-modules (SPEC §2.7; MOD-01): the library of an administrator, to find, create, fill, select and remove modules. */
export function TrainingModules() {
  const library = useLibrary();
  const selection = useSelection(library.filters);
  // Other pages link to the dialog.
  const [linked, unlink] = useUrlState({ dialog: '' });
  const [chosen, setChosen] = useState<Opened | null>(null);
  const opened = chosen ?? linkedDialog(linked.dialog);
  const setOpened = (next: Opened | null): void => {
    setChosen(next);
    if (linked.dialog !== '') unlink({ dialog: '' });
  };
  const renderCard = (module: ModuleRow): ReactNode => (
    <ModuleCard
      key={module.id}
      module={module}
      selected={selection.selected.has(module.id)}
      onToggle={selection.toggle}
      onOpen={(dialog, about) => setOpened({ dialog, module: about })}
    />
  );
  return (
    <Page wide>
      <Head library={library} selectedCount={selection.selected.size} onOpen={setOpened} />
      <ModuleFilters library={library} />
      <FilterTrail library={library} />
      <LibraryBar library={library} selection={selection} onOpen={setOpened} />
      {library.view.view === 'categories' ? (
        <Categories library={library} renderCard={renderCard} onOpen={setOpened} />
      ) : library.view.view === 'table' ? (
        <ModuleTable
          library={library}
          selection={selection}
          onOpen={(dialog, about) => setOpened({ dialog, module: about })}
          empty={<NoModules library={library} onOpen={setOpened} />}
        />
      ) : (
        <List library={library} renderCard={renderCard} onOpen={setOpened} />
      )}
      <ModuleDialogs
        opened={opened}
        selection={selection}
        onOpen={setOpened}
        onRenamed={(from, to) => {
          if (library.view.category === from) library.change({ category: to });
        }}
      />
    </Page>
  );
}

function Head({
  library,
  selectedCount,
  onOpen,
}: {
  readonly library: Library;
  readonly selectedCount: number;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { t } = useLingui();
  const { modules, counts, refresh } = library;
  return (
    <PageHeader
      title={t`Training Modules`}
      subtitle={t`Review and manage training modules`}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={counts.data !== undefined && (modules.isRefetching || counts.isRefetching)}
            onClick={() => void refresh()}
          >
            <Trans>Refresh</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={18} aria-hidden />}
            onClick={() => onOpen({ dialog: 'category' })}
          >
            <Trans>Create Category</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={() => onOpen({ dialog: 'bulk' })}
          >
            <Trans>Bulk Upload Files</Trans>
          </Button>
          {selectedCount > 0 && (
            <Button
              variant="light"
              disabled={selectedCount > bulkLimits.modules}
              title={selectedCount > bulkLimits.modules ? t`At most 20 modules at once` : undefined}
              leftSection={<IconUsersPlus size={18} aria-hidden />}
              onClick={() => onOpen({ dialog: 'assign' })}
            >
              <Trans>Assign to people</Trans>
            </Button>
          )}
          {selectedCount > 0 && (
            <Button
              variant="light"
              leftSection={<IconTable size={18} aria-hidden />}
              onClick={() => onOpen({ dialog: 'matrix' })}
            >
              <Trans>Create/Add to Training Matrix</Trans>
            </Button>
          )}
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => onOpen({ dialog: 'create' })}
          >
            <Trans>Add Module</Trans>
          </Button>
        </>
      }
    />
  );
}

interface ViewProps {
  readonly library: Library;
  readonly renderCard: (module: ModuleRow) => ReactNode;
  readonly onOpen: (opened: Opened) => void;
}

function List({ library, renderCard, onOpen }: ViewProps) {
  const { modules, families, counts, view, change } = library;
  return (
    <Load query={modules} skeleton={<ModuleSkeletons />}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <NoModules library={library} onOpen={onOpen} />
        ) : (
          <>
            <ModuleList
              modules={rows}
              families={families.data ?? []}
              counts={counts.data}
              renderCard={renderCard}
            />
            {total > pageSize && (
              <TableFoot
                total={total}
                page={view.page}
                limit={pageSize}
                onPage={(page) => {
                  change({ page });
                  window.scrollTo({ top: 0 });
                }}
              />
            )}
          </>
        )
      }
    </Load>
  );
}

function Categories({ library, renderCard, onOpen }: ViewProps) {
  const { categories, counts } = library;
  const both = {
    data: categories.data && counts.data && { rows: categories.data, found: counts.data.afterMatrix },
    error: categories.error ?? counts.error,
    isFetching: categories.isFetching || counts.isFetching,
    refetch: () => Promise.all([categories.refetch(), counts.refetch()]),
  };
  return (
    <Load query={both} skeleton={<ModuleSkeletons />}>
      {({ rows, found }) => {
        const shown = shownCategories(library, rows);
        return shown.length === 0 && found === 0 ? (
          <NoModules library={library} onOpen={onOpen} />
        ) : (
          <CategoriesView
            library={library}
            categories={shown}
            renderCard={renderCard}
            onAdd={(category) => onOpen({ dialog: 'add', category })}
            onRename={(category) => onOpen({ dialog: 'renameCategory', category })}
            onRemove={(category) => onOpen({ dialog: 'removeCategory', category })}
          />
        );
      }}
    </Load>
  );
}

/** The empty list: in the words of SPEC §2.7, with the one thing to do. */
function NoModules({ library, onOpen }: Pick<ViewProps, 'library' | 'onOpen'>) {
  const filtered = activeFilters(library.view).length > 0;
  return filtered ? (
    <EmptyState
      title={<Trans>No training modules found.</Trans>}
      hint={<Trans>No module matches these filters.</Trans>}
      action={
        <Button variant="default" onClick={() => library.change(noFilters)}>
          <Trans>Clear Filters</Trans>
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={<Trans>No training modules found. Create categories and add modules to get started.</Trans>}
      action={
        <Button onClick={() => onOpen({ dialog: 'category' })}>
          <Trans>Create Your First Category</Trans>
        </Button>
      }
    />
  );
}
