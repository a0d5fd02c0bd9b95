import { Button, Group, Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

/** Requests confirmation before an attempt is submitted, and links to unanswered questions (VIEW-06). */
export function SubmitDialog({
  opened,
  questions,
  unanswered,
  busy,
  error,
  onGoTo,
  onConfirm,
  onClose,
}: {
  readonly opened: boolean;
  readonly questions: number;
  /** Places on the paper, from 0. */
  readonly unanswered: readonly number[];
  readonly busy: boolean;
  readonly error: unknown;
  readonly onGoTo: (index: number) => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { number } = useFormat();
  return (
    <ConfirmDialog
      opened={opened}
      title={<Trans>Submit this attempt?</Trans>}
      confirmLabel={<Trans>Submit</Trans>}
      busy={busy}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {unanswered.length === 0 ? (
        <Text>
          <Plural
            value={questions}
            one="The question is answered. After you submit, nothing can be changed."
            other="All # questions are answered. After you submit, nothing can be changed."
          />
        </Text>
      ) : (
        <>
          <Text mb="xs">
            <Plural
              value={unanswered.length}
              one="# question is not answered and would earn no points."
              other="# questions are not answered and would earn no points."
            />
          </Text>
          <Group gap="xs">
            {unanswered.map((index) => {
              const place = number(index + 1);
              return (
                <Button key={index} size="xs" variant="default" disabled={busy} onClick={() => onGoTo(index)}>
                  <Trans>Go to question {place}</Trans>
                </Button>
              );
            })}
          </Group>
        </>
      )}
    </ConfirmDialog>
  );
}
