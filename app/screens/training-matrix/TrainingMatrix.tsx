import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { queryFor } from '#app/lib/client.ts';
import { AssignDialog } from '#app/screens/training-matrix/AssignDialog.tsx';
import { MatrixCard } from '#app/screens/training-matrix/MatrixCard.tsx';
import { useUrlState } from '#app/lib/url-state.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { CardGrid } from '#app/ui/StatCard.tsx';

/** /training-matrix (SPEC §2.8; MTX-03, MTX-05): the matrices with their modules, and assigning one to people. */
export function TrainingMatrix() {
  const { t } = useLingui();
  const [view, patch] = useUrlState({ assign: '' });
  const matrices = useQuery(queryFor(curriculaContract.matrices, { query: { sort: 'name', limit: 1000 } }));
  const assigning = matrices.data?.find((matrix) => String(matrix.id) === view.assign);
  return (
    <Page wide>
      <PageHeader
        title={t`Training Matrix Templates`}
        subtitle={t`Which modules a department needs, and by when`}
        actions={
          <ButtonLink to="/training-modules">
            <Trans>Choose modules for a matrix</Trans>
          </ButtonLink>
        }
      />
      <Load query={matrices} skeleton={<MatrixSkeleton />}>
        {(cards) =>
          cards.length === 0 ? (
            <EmptyState
              title={<Trans>No training matrix yet</Trans>}
              hint={<Trans>Select modules on the Training Modules page and add them to a new matrix.</Trans>}
              action={
                <ButtonLink to="/training-modules">
                  <Trans>Training Modules</Trans>
                </ButtonLink>
              }
            />
          ) : (
            <CardGrid min={380}>
              {cards.map((matrix) => (
                <MatrixCard
                  key={matrix.id}
                  matrix={matrix}
                  onAssign={() => patch({ assign: String(matrix.id) })}
                />
              ))}
            </CardGrid>
          )
        }
      </Load>
      {assigning && <AssignDialog matrix={assigning} onClose={() => patch({ assign: '' })} />}
    </Page>
  );
}

function MatrixSkeleton() {
  return (
    <CardGrid min={380}>
      <VisuallyHidden component="output">
        <Trans>Loading training matrix...</Trans>
      </VisuallyHidden>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={240} radius="md" />
      ))}
    </CardGrid>
  );
}
