import { Paper, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { isOpen } from '#shared/domain/assignments/status.ts';
import { AssignmentAction } from '#app/features/assignments/AssignmentAction.tsx';
import { byDueOrder, stateOf, type OwnAssignment } from '#app/features/assignments/order.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { DueText } from '#app/features/training/DueText.tsx';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/employee/Employee.module.css';
import { Load, type Loadable } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { ProgressRing } from '#app/ui/ProgressRing.tsx';

/** Overall progress with its ring, and beside it the one training that comes next (SPEC §2.6, UI.md). */
export function OverallProgress({
  stats,
  assignments,
  phone,
}: {
  readonly stats: Loadable<ResponseOf<typeof assignmentsContract.ownStats>>;
  readonly assignments: readonly OwnAssignment[] | undefined;
  readonly phone: boolean;
}) {
  const { t } = useLingui();
  const { number, percent } = useFormat();
  const next = assignments?.filter(({ status }) => isOpen(status)).toSorted(byDueOrder)[0];
  return (
    <Load
      query={stats}
      skeleton={<CardSkeletons count={1} height={132} label={t`Loading your progress...`} />}
      // The cards below say what went wrong and offer Retry; once is enough.
      failed={() => <span />}
    >
      {({ overallProgress, completed, totalAssignments }) => {
        const [done, all] = [number(completed), number(totalAssignments)];
        return (
          <Paper withBorder component="section" className={classes.overall} aria-label={t`Overall progress`}>
            <div className={classes.ring}>
              <ProgressRing
                value={overallProgress}
                text={percent(overallProgress)}
                label={t`Overall progress`}
                size={104}
                thickness={10}
              />
              <div>
                <Title order={2}>
                  <Trans>Overall progress</Trans>
                </Title>
                <Text size="sm" c="dimmed">
                  <Trans>
                    {done} of {all} modules completed
                  </Trans>
                </Text>
              </div>
            </div>
            {next && <Next assignment={next} phone={phone} />}
            {assignments && !next && totalAssignments > 0 && (
              <div className={classes.allDone}>
                <IconCircleCheck size={22} aria-hidden />
                <Trans>Everything is done. There is nothing for you to do now.</Trans>
              </div>
            )}
          </Paper>
        );
      }}
    </Load>
  );
}

function Next({ assignment, phone }: { readonly assignment: OwnAssignment; readonly phone: boolean }) {
  const today = useToday();
  return (
    <div className={classes.next}>
      <Text size="sm" c="dimmed" fw={500}>
        <Trans>Next</Trans>
      </Text>
      <Text fw={600} className={classes.nextTitle} lineClamp={2} title={assignment.module.title}>
        {assignment.module.title}
      </Text>
      <div className={classes.nextFoot}>
        <span className={classes.due}>
          <DueText assignment={stateOf(assignment)} today={today} />
        </span>
        <AssignmentAction assignment={assignment} primary big={phone} />
      </div>
    </div>
  );
}
