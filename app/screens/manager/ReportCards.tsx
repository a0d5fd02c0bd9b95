import { Paper, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/manager/Manager.module.css';
import { RateLine, ReportName, ViewTraining } from '#app/screens/manager/ReportParts.tsx';
import type { DirectReport } from '#app/screens/manager/reports.ts';

/** The direct reports on a phone or in a narrow window, where a table does not fit. */
export function ReportCards({ people }: { readonly people: readonly DirectReport[] }) {
  const { t } = useLingui();
  const { number } = useFormat();
  return (
    <ul className={classes.list} aria-label={t`Direct Reports Overview`}>
      {people.map((person) => {
        const [done, all] = [number(person.completedAssignments), number(person.totalAssignments)];
        return (
          <Paper key={person.id} component="li" withBorder className={classes.card}>
            <ReportName person={person} />
            <div className={classes.facts}>
              <RoleBadge role={person.role} size="sm" />
              <RateLine person={person} />
            </div>
            <Text size="sm" c="dimmed">
              <Trans>
                {done} of {all} modules completed
              </Trans>
              {person.overdueAssignments > 0 && (
                <>
                  {' · '}
                  <span className={classes.late}>
                    <Plural
                      value={person.overdueAssignments}
                      one="# training overdue"
                      other="# trainings overdue"
                    />
                  </span>
                </>
              )}
              {person.expiredAssignments > 0 && (
                <>
                  {' · '}
                  <span className={classes.late}>
                    <Plural value={person.expiredAssignments} one="# expired" other="# expired" />
                  </span>
                </>
              )}
            </Text>
            <ViewTraining person={person} big />
          </Paper>
        );
      })}
    </ul>
  );
}
