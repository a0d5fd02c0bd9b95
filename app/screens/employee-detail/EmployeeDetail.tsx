import { useMediaQuery } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { IconUserQuestion } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Paper } from '@mantine/core';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { CertificateAction } from '#app/features/assignments/AssignmentAction.tsx';
import { TrainingList } from '#app/features/assignments/TrainingList.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useUser } from '#app/lib/session.ts';
import { PersonHeader } from '#app/screens/employee-detail/PersonHeader.tsx';
import { PersonStats } from '#app/screens/employee-detail/PersonStats.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons, PageSkeleton } from '#app/ui/Loading.tsx';
import { Page } from '#app/ui/PageHeader.tsx';

/** As many as one call answers; nobody has more trainings at once. */
const most = 1000;

/** A person's page (SPEC §2.10, EMP-01): who it is, how far the training is, and every assignment. */
export function EmployeeDetail() {
  const { t } = useLingui();
  const { userId = '' } = useParams({ strict: false });
  const params = { userId };
  const details = useQuery(queryFor(peopleContract.details, { params }));
  usePageTitle(details.data && nameOf(details.data.user));
  return (
    <Page>
      <Load
        query={details}
        skeleton={<PageSkeleton label={t`Loading the person...`} />}
        // An address that cannot be anybody's is answered as a wrong one.
        failed={(error) =>
          isNotFound(error) || !/^[\w-]{1,64}$/.test(userId) ? <UserNotFound /> : undefined
        }
      >
        {({ user, manager }) => (
          <>
            <PersonHeader person={user} manager={manager} />
            <Training userId={userId} today={user.today} name={nameOf(user)} />
          </>
        )}
      </Load>
    </Page>
  );
}

function Training({
  userId,
  today,
  name,
}: {
  readonly userId: string;
  readonly today: string;
  readonly name: string;
}) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const params = { userId };
  const stats = useQuery(queryFor(assignmentsContract.employeeStats, { params }));
  const assignments = useQuery(
    pageFor(assignmentsContract.employeeAssignments, { params, query: { limit: most, sort: 'dueDate' } }),
  );
  return (
    <>
      <Load query={stats} skeleton={<CardSkeletons label={t`Loading the progress...`} />}>
        {(figures) => <PersonStats userId={userId} stats={figures} phone={phone} />}
      </Load>
      <TrainingList
        assignments={assignments}
        today={today}
        phone={phone}
        name={t`Trainings of ${name}`}
        tableId="person-training"
        action={CertificateAction}
        none={<Trans>Nothing has been assigned to this person yet.</Trans>}
        noneOfThese={<Trans>None of the trainings has this status.</Trans>}
      />
    </>
  );
}

/** Nobody, or nobody whom this person may see (SPEC §2.10, §8; EMP-01). */
function UserNotFound() {
  const { permissions } = useUser();
  return (
    <Paper withBorder>
      <EmptyState
        heading="h1"
        icon={IconUserQuestion}
        title={<Trans>User Not Found</Trans>}
        hint={<Trans>The requested user could not be found.</Trans>}
        action={
          <ButtonLink to={permissions.includes('people.manage') ? '/users' : '/'} variant="default">
            <Trans>Back to Users</Trans>
          </ButtonLink>
        }
      />
    </Paper>
  );
}
