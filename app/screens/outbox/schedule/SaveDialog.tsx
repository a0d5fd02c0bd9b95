import { Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { reminderScheduleContract } from '#shared/contract/reminder-schedule.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

/** Shows, before another schedule is saved, the emails that it would send at once (UI.md 'Effects before they happen'). */
export function SaveDialog({
  effect: { people, trainings, documents },
  silent,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  readonly effect: ResponseOf<typeof reminderScheduleContract.preview>;
  /** No step is on. */
  readonly silent: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmDialog
      opened
      title={<Trans>Save this schedule?</Trans>}
      confirmLabel={<Trans>Save schedule</Trans>}
      destructive={silent}
      busy={busy}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
      effects={
        silent ? (
          <Text size="sm">
            <Trans>All steps are turned off: the schedule no longer reminds anyone.</Trans>
          </Text>
        ) : people === 0 ? (
          <Text size="sm">
            <Trans>No one gets an email right away. The new schedule applies from now on.</Trans>
          </Text>
        ) : (
          <>
            <Text size="sm" fw={600}>
              <Plural
                value={people}
                one="# person gets an email within five minutes."
                other="# people get an email within five minutes."
              />
            </Text>
            {trainings > 0 && (
              <Text size="sm">
                <Plural
                  value={trainings}
                  one="Under the new schedule, the reminder for # training is already due."
                  other="Under the new schedule, the reminders for # trainings are already due."
                />
              </Text>
            )}
            {documents > 0 && (
              <Text size="sm">
                <Plural
                  value={documents}
                  one="Under the new schedule, the reminder for # document is already due."
                  other="Under the new schedule, the reminders for # documents are already due."
                />
              </Text>
            )}
          </>
        )
      }
    >
      {!silent && people > 0 && <MailNotice />}
    </ConfirmDialog>
  );
}
