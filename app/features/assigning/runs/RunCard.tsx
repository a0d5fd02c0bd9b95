import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBan, IconCheck, IconCircle, IconCircleHalf2, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { assigningRunsContract } from '#shared/contract/assigning-runs.ts';
import { LeftOutPeople } from '#app/features/assigning/runs/LeftOutPeople.tsx';
import { isOpen, type AssigningRun } from '#app/features/assigning/runs/use-runs.ts';
import { useFormat } from '#app/lib/format.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const notCancelled: ToastRow = {
  tone: 'destructive',
  title: msg`It was not cancelled`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** One run (PERF-03): its progress, its result, who was left out and why, and how to stop it. */
export function RunCard({
  run,
  component = 'div',
}: {
  readonly run: AssigningRun;
  readonly component?: 'div' | 'li';
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const [shows, setShows] = useState(false);
  const cancel = useCommand(assigningRunsContract.cancel, {
    failure: notCancelled,
  });
  const { peopleDone, peopleTotal, assignments, peopleAssigned, peopleLeftOut } = run;
  const name = run.kind === 'matrix' ? (run.matrixName ?? t`A training matrix that was removed`) : t`Modules`;
  const [done, total] = [number(peopleDone), number(peopleTotal)];
  return (
    <Paper component={component} withBorder p="md">
      <Group justify="space-between" align="start">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Text fw={600}>
              {run.kind === 'matrix' ? (
                name
              ) : (
                <Plural value={run.moduleIds.length} one="# module" other="# modules" />
              )}
            </Text>
            <RunBadge state={run.state} />
          </Group>
          <Text size="sm" c="dimmed">
            <Moment value={run.createdAt} show="dateTime" />
            {' · '}
            <Plural value={peopleTotal} one="# person" other="# people" />
          </Text>
          <Text size="sm">
            <Trans>
              <Plural value={assignments} one="# training" other="# trainings" /> for{' '}
              <Plural value={peopleAssigned} one="# person" other="# people" />
            </Trans>
          </Text>
          {run.problem !== null && <Text size="sm">{reasonText(run.problem)}</Text>}
        </div>
        {isOpen(run) && (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: run.id } })}
            aria-label={t`Cancel ${name}`}
          >
            <Trans>Cancel</Trans>
          </Button>
        )}
        {!isOpen(run) && peopleLeftOut > 0 && (
          <Button variant="default" aria-expanded={shows} onClick={() => setShows(!shows)}>
            <Plural value={peopleLeftOut} one="# person left out" other="# people left out" />
          </Button>
        )}
      </Group>
      {isOpen(run) && (
        <>
          <Progress
            mt="sm"
            value={(100 * peopleDone) / peopleTotal}
            animated
            aria-label={t`Progress of ${name}`}
          />
          <Text size="xs" c="dimmed" mt={4} className="tt-figures" role="status">
            {run.state === 'waiting' ? (
              <Trans>Queued</Trans>
            ) : (
              <Trans>
                {done} of {total} people
              </Trans>
            )}
          </Text>
        </>
      )}
      {run.state === 'cancelled' && peopleDone < peopleTotal && (
        <Text size="sm">
          <Trans>
            Processed {done} of {total} people. Existing assignments stay.
          </Trans>
        </Text>
      )}
      {shows && <LeftOutPeople runId={run.id} counted={peopleLeftOut} />}
    </Paper>
  );
}

const looks = {
  waiting: { tone: 'gray', icon: IconCircle },
  running: { tone: 'blue', icon: IconCircleHalf2 },
  done: { tone: 'green', icon: IconCheck },
  failed: { tone: 'red', icon: IconX },
  cancelled: { tone: 'gray', icon: IconBan },
} as const;

function RunBadge({ state }: { readonly state: AssigningRun['state'] }) {
  const { t } = useLingui();
  const label = {
    waiting: t`Waiting`,
    running: t`In progress`,
    done: t`Done`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
  }[state];
  const { tone, icon } = looks[state];
  return (
    <ToneBadge tone={tone} icon={icon} size="sm">
      {label}
    </ToneBadge>
  );
}
