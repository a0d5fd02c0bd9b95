import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { z } from 'zod';
import type { versionsAndMove } from '#shared/contract/assignment-schemas.ts';
import { useFormat } from '#app/lib/format.ts';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';

type Move = z.output<(typeof versionsAndMove)['dueDateMoved']>;

/** The completed version, and the effective one if it differs (RPT-01, RPT-05). */
export function VersionFacts({
  completed,
  effective,
}: {
  /** Null while the training is open. */
  readonly completed: number | null;
  readonly effective: number | null;
}) {
  const { number } = useFormat();
  if (completed === null) return null;
  const done = number(completed);
  if (effective === null || effective === completed) return <Trans>Version {done} completed</Trans>;
  const now = number(effective);
  return (
    <Trans>
      Version {done} completed, version {now} is effective
    </Trans>
  );
}

/**
 * The first due date of a training whose due date was changed, with person, time and reason (RPT-05); renders nothing if it
 * was not changed.
 */
export function DueDateMoved({ move }: { readonly move: Move }) {
  if (move === null) return null;
  const { firstDueDate, at, by, reason, byAbsence } = move;
  return (
    <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
      {firstDueDate === null ? (
        <Trans>Originally without a due date</Trans>
      ) : (
        <Trans>
          Originally due <CalendarDate value={firstDueDate} />
        </Trans>
      )}
      {' · '}
      {by === null ? (
        <Trans>
          Moved <Moment value={at} />
        </Trans>
      ) : (
        <Trans>
          Moved <Moment value={at} /> by {by}
        </Trans>
      )}
      {byAbsence && (
        <>
          {' · '}
          <Trans>Because of an absence</Trans>
        </>
      )}
      {reason !== null && `: ${reason}`}
    </Text>
  );
}
