import { Button, Skeleton } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconGridDots, IconTemplate, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { AssigningRuns } from '#app/features/assigning/runs/AssigningRuns.tsx';
import type { Opened } from '#app/screens/training-matrix/dialogs.ts';
import { cardsOnPage } from '#app/screens/training-matrix/matrices.ts';
import { MatrixCard } from '#app/screens/training-matrix/MatrixCard.tsx';
import { MatrixDialogs } from '#app/screens/training-matrix/MatrixDialogs.tsx';
import { MatrixFilters } from '#app/screens/training-matrix/MatrixFilters.tsx';
import { SummaryCards } from '#app/screens/training-matrix/SummaryCards.tsx';
import { useMatrices, type Matrices } from '#app/screens/training-matrix/use-matrices.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { Loading } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { CardGrid } from '#app/ui/StatCard.tsx';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';

/** /training-matrix (SPEC §2.8; MTX-01 … MTX-06): the modules that a department needs, the people concerned, and assigning them. */
export function TrainingMatrix() {
  const { t } = useLingui();
  const matrices = useMatrices();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { patch } = matrices;
  return (
    <Page wide>
      <PageHeader
        title={t`Training Matrix Templates`}
        subtitle={t`Required modules for each department, with due dates`}
        actions={
          <>
            <ButtonLink
              to="/training-matrix/grid"
              variant="default"
              leftSection={<IconGridDots size={18} aria-hidden />}
            >
              <Trans>Training Grid</Trans>
            </ButtonLink>
            <Button
              variant="default"
              leftSection={<IconTemplate size={18} aria-hidden />}
              onClick={() => patch({ dialog: 'template' })}
            >
              <Trans>Create from Template</Trans>
            </Button>
            <Button
              leftSection={<IconUsersPlus size={18} aria-hidden />}
              onClick={() => patch({ dialog: 'assign-templates' })}
            >
              <Trans>Assign Templates to Users</Trans>
            </Button>
          </>
        }
      />
      <SummaryCards matrices={matrices} onOpen={setOpened} />
      <AssigningRuns />
      <MatrixFilters matrices={matrices} />
      <Cards matrices={matrices} onOpen={setOpened} />
      <MatrixDialogs matrices={matrices} opened={opened} onOpen={setOpened} />
    </Page>
  );
}

function Cards({
  matrices,
  onOpen,
}: {
  readonly matrices: Matrices;
  readonly onOpen: (opened: Opened) => void;
}) {
  const { view, patch } = matrices;
  return (
    <Load query={matrices.matrices} skeleton={<MatrixSkeleton />}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <NoMatrices matrices={matrices} />
        ) : (
          <>
            <CardGrid min={380}>
              {rows.map((matrix) => (
                <MatrixCard key={matrix.id} matrix={matrix} patch={patch} onOpen={onOpen} />
              ))}
            </CardGrid>
            {total > cardsOnPage && (
              <TableFoot
                total={total}
                page={view.page}
                limit={cardsOnPage}
                onPage={(page) => {
                  patch({ page });
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

function NoMatrices({ matrices: { view, filter } }: { readonly matrices: Matrices }) {
  if (view.q !== '' || view.department !== '' || view.show !== '' || view.page !== '1') {
    return (
      <EmptyState
        title={<Trans>No training matrix matches</Trans>}
        hint={<Trans>Search for another name, department or organization.</Trans>}
        action={
          <Button variant="default" onClick={() => filter({ q: '', department: '' })}>
            <Trans>Clear Filters</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={<Trans>No training matrix yet</Trans>}
      hint={
        <Trans>
          Create one from a template, or select modules on the Training Modules page and add them to a new
          matrix.
        </Trans>
      }
      action={
        <ButtonLink to="/training-modules">
          <Trans>Training Modules</Trans>
        </ButtonLink>
      }
    />
  );
}

function MatrixSkeleton() {
  return (
    <Loading label={<Trans>Loading training matrix...</Trans>}>
      <CardGrid min={380}>
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} height={240} radius="md" />
        ))}
      </CardGrid>
    </Loading>
  );
}
