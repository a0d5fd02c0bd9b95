import { useParams } from '@tanstack/react-router';
import { IconUserQuestion } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Paper } from '@mantine/core';
import { peopleContract } from '#shared/contract/people.ts';
import { nameOf } from '#app/features/people/people.ts';
import { History } from '#app/features/trail/History.tsx';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useUser } from '#app/lib/session.ts';
import { PersonAbsences } from '#app/screens/employee-detail/PersonAbsences.tsx';
import { PersonCv } from '#app/screens/employee-detail/PersonCv.tsx';
import { PersonHeader } from '#app/screens/employee-detail/PersonHeader.tsx';
import { PersonSigning } from '#app/screens/employee-detail/PersonSigning.tsx';
import { PersonTraining } from '#app/screens/employee-detail/PersonTraining.tsx';
import { TrainingFile } from '#app/screens/employee-detail/TrainingFile.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Page } from '#app/ui/PageHeader.tsx';

/** A person's page (SPEC §2.10, EMP-01): facts, training progress, every assignment, the CV. */
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
        // An invalid id gets the same answer as an unknown one.
        failed={(error) =>
          isNotFound(error) || !/^[\w-]{1,64}$/.test(userId) ? <UserNotFound /> : undefined
        }
      >
        {({ user, manager, canAssign }) => (
          <>
            <PersonHeader person={user} manager={manager} />
            {/* The state of the screen belongs to one person, so no selection is kept for the next. */}
            <PersonTraining key={user.id} person={user} canAssign={canAssign} />
            <PersonAbsences key={`absences ${user.id}`} userId={user.id} />
            <TrainingFile userId={user.id} />
            <PersonSigning key={`signing ${user.id}`} person={{ id: user.id, name: nameOf(user) }} />
            <PersonCv key={`cv ${user.id}`} person={user} />
            <History key={`history ${user.id}`} of={{ about: user.id }} />
          </>
        )}
      </Load>
    </Page>
  );
}

/** Shown if the person does not exist, or may not be seen by this user (SPEC §2.10, §8; EMP-01). */
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
