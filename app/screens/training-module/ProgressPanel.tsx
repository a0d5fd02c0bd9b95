import { Paper, Text, Title } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isDone } from '#shared/domain/assignments/status.ts';
import { shownMinutes } from '#shared/domain/viewing/time-spent.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { ProgressLine } from '#app/features/assignments/ProgressLine.tsx';
import { QuizChip } from '#app/features/assignments/QuizChip.tsx';
import { SignatureFacts } from '#app/features/signing/SignatureFacts.tsx';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { useFormat } from '#app/lib/format.ts';
import { clock } from '#app/screens/training-module/DocumentPanel.tsx';
import type { FileProgress } from '#app/screens/training-module/content-parts.ts';
import type { ProgressAnswer } from '#app/screens/training-module/progress/pending.ts';
import classes from '#app/screens/training-module/Viewer.module.css';

/** The panel 'Progress' (SPEC §2.17, VIEW-03 … VIEW-05): the parts seen, the parts left, time, and the completion. */
export function ProgressPanel({
  assignment,
  answer,
  file,
  minutes,
  saving,
  completion,
}: {
  /** Null if the module is not assigned to the person; then nothing is recorded. */
  readonly assignment: OwnAssignment | null;
  readonly answer: ProgressAnswer | null;
  /** The progress of the file that is being read. */
  readonly file: FileProgress | null;
  readonly minutes: number;
  /** Shows whether all progress is stored. */
  readonly saving: ReactNode;
  /** Mark as Completed. */
  readonly completion: ReactNode;
}) {
  const completed = assignment !== null && isDone(assignment.status);
  const total = shownMinutes(answer?.seconds ?? 0);
  return (
    <Paper withBorder component="section" className={classes.panel} aria-labelledby="progress">
      <div className={classes.panelHead}>
        <Title order={2} id="progress" className={classes.panelTitle}>
          <Trans>Progress</Trans>
        </Title>
        {completed && <StatusBadge status={assignment.status} />}
      </div>
      {!assignment && (
        <Text size="sm" c="dimmed">
          <Trans>This module is not assigned to you. You can view it; nothing is recorded.</Trans>
        </Text>
      )}
      {assignment && !completed && (
        <ProgressLine value={answer?.progress ?? assignment.progress} title={assignment.module.title} />
      )}
      {assignment?.quiz && answer?.quiz && (
        // Every report returns whether it is passed; the other facts come with the assignment.
        <div>
          <QuizChip assignment={{ ...assignment, quiz: { ...assignment.quiz, ...answer.quiz } }} />
        </div>
      )}
      {assignment && !completed && file && <Left file={file} />}
      {completed && assignment.signature && <SignatureFacts signature={assignment.signature} />}
      <Text size="sm" c="dimmed" className="tt-figures">
        <Trans>Session time</Trans>: <Plural value={minutes} one="# minute" other="# minutes" />
        {total > 0 && (
          <>
            {' · '}
            <Trans>in total</Trans>: <Plural value={total} one="# minute" other="# minutes" />
          </>
        )}
      </Text>
      {assignment && !completed && saving}
      {completion}
    </Paper>
  );
}

function Left({ file }: { readonly file: FileProgress }) {
  const { number } = useFormat();
  if (file.pages !== null) {
    const [seen, all] = [number(file.seenPages.length), number(file.pages)];
    return (
      <Text size="sm" className="tt-figures">
        <Trans>
          {seen} of {all} pages read
        </Trans>
      </Text>
    );
  }
  if (file.durationSeconds !== null) {
    const [seen, all] = [clock(file.watchedSeconds), clock(file.durationSeconds)];
    return (
      <Text size="sm" className="tt-figures">
        <Trans>
          {seen} of {all} watched
        </Trans>
      </Text>
    );
  }
  return null;
}
