import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { homeContract } from '#shared/contract/home.ts';
import { AwayNotice } from '#app/features/assignments/OwnAbsence.tsx';
import { useToday } from '#app/features/assignments/today.ts';
import { OwnTrainings } from '#app/features/assignments/OwnTrainings.tsx';
import { useTrainingChanges } from '#app/features/assignments/training-changes.ts';
import { OpenDocuments } from '#app/features/hr/OpenDocuments.tsx';
import { queryFor } from '#app/lib/client.ts';
import { ManagerCard } from '#app/screens/employee/ManagerCard.tsx';
import { OverallProgress } from '#app/screens/employee/OverallProgress.tsx';
import { StatCards } from '#app/screens/employee/StatCards.tsx';
import classes from '#app/screens/employee/Employee.module.css';
import { Load, partOf } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** My Training, also the employee dashboard (SPEC §2.6, LRN-01): the trainings to do next, and their due dates. */
export function Employee() {
  const { t } = useLingui();
  useTrainingChanges();
  const today = useToday();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const home = useQuery(queryFor(homeContract.own));
  const stats = partOf(home, (answer) => answer.stats);
  const trainings = partOf(home, (answer) => ({ rows: answer.trainings, total: answer.total }));
  const cards = (
    <div className={classes.figures}>
      <Load
        query={stats}
        skeleton={<CardSkeletons label={t`Loading your progress...`} />}
        failed={() => <span />}
      >
        {(figures) => <StatCards stats={figures} phone={phone} />}
      </Load>
    </div>
  );
  return (
    <Page>
      <PageHeader
        title={<Trans>My Training</Trans>}
        subtitle={<Trans>What to do next, by when, and everything you have completed</Trans>}
      />
      {home.data?.away && <AwayNotice until={home.data.away.until} />}
      <div className={classes.top}>
        <OverallProgress stats={stats} assignments={trainings.data?.rows} phone={phone} />
        {!phone && cards}
        {!phone && <ManagerCard />}
      </div>
      {home.data && <OpenDocuments open={partOf(home, (answer) => answer.documents)} />}
      {/* The list shows the error and offers Retry; once is enough. */}
      <OwnTrainings assignments={trainings} today={today} phone={phone} />
      {/* On a phone the trainings to do come first. */}
      {phone && cards}
      {phone && <ManagerCard />}
    </Page>
  );
}
