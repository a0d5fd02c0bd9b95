import { Paper, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { isOpen } from '#shared/domain/assignments/status.ts';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/employee/Employee.module.css';
import { Load, type Loadable } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { ProgressRing } from '#app/ui/ProgressRing.tsx';

/** Overall progress with its ring (SPEC §2.6); the next training is the first row of the list. */
export function OverallProgress({
  stats,
  assignments,
  phone,
}: {
  readonly stats: Loadable<ResponseOf<typeof ownAssignmentsContract.ownStats>>;
  readonly assignments: readonly ListedTraining[] | undefined;
  readonly phone: boolean;
}) {
  const { t } = useLingui();
  const { number, percent } = useFormat();
  // Expired trainings must be renewed.
  const nothingOpen = assignments?.every(({ status }) => !isOpen(status) && status !== 'expired') ?? false;
  return (
    <Load
      query={stats}
      skeleton={<CardSkeletons count={1} height={phone ? 96 : 132} label={t`Loading your progress...`} />}
      // The list shows the error and offers Retry; once is enough.
      failed={() => <span />}
    >
      {({ overallProgress, completed, totalAssignments }) => {
        const [done, all] = [number(completed), number(totalAssignments)];
        return (
          <Paper withBorder component="section" className={classes.overall} aria-label={t`Overall progress`}>
            <ProgressRing
              value={overallProgress}
              text={percent(overallProgress)}
              label={t`Overall progress`}
              size={phone ? 72 : 104}
              thickness={phone ? 8 : 10}
            />
            <div className={classes.overallWords}>
              <Title order={2}>
                <Trans>Overall progress</Trans>
              </Title>
              <Text size="sm" c="dimmed">
                <Trans>
                  {done} of {all} modules completed
                </Trans>
              </Text>
              {nothingOpen && totalAssignments > 0 && (
                <div className={classes.allDone}>
                  <IconCircleCheck size={20} aria-hidden />
                  <Trans>All done. You have nothing to complete right now.</Trans>
                </div>
              )}
            </div>
          </Paper>
        );
      }}
    </Load>
  );
}
