import { Checkbox, Group } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconClockOff, IconHourglass, IconUserQuestion } from '@tabler/icons-react';
import { nameOf } from '#app/features/people/people.ts';
import type { Recipient } from '#app/features/reminders/recipient.ts';
import { typeTexts } from '#app/features/reminders/reminder-texts.ts';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const someone = msg`someone`;

/** One person of the reminder dialog: name, open trainings, and the last reminder (REM-01). */
export function RecipientRow({
  person,
  checked,
  onChange,
}: {
  readonly person: Recipient;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const { i18n } = useLingui();
  const { overdueCount, expiredCount, pendingCount, invitationOpen, lastReminder } = person;
  const place = [person.email, person.organizationName, person.departmentName].filter(Boolean).join(' · ');
  const by = lastReminder?.byName ?? i18n._(someone);
  const kind = lastReminder && i18n._(typeTexts[lastReminder.type].label);
  return (
    <Checkbox
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      label={
        <Group component="span" gap={6} wrap="wrap">
          <span>{nameOf(person)}</span>
          {overdueCount > 0 && (
            <ToneBadge tone="red" icon={IconAlertCircle} size="sm">
              <Plural value={overdueCount} one="# overdue" other="# overdue" />
            </ToneBadge>
          )}
          {expiredCount > 0 && (
            <ToneBadge tone="crimson" icon={IconClockOff} size="sm">
              <Plural value={expiredCount} one="# expired" other="# expired" />
            </ToneBadge>
          )}
          {pendingCount > 0 && (
            <ToneBadge tone="amber" icon={IconHourglass} size="sm">
              <Plural value={pendingCount} one="# open" other="# open" />
            </ToneBadge>
          )}
          {invitationOpen && (
            <ToneBadge tone="gray" icon={IconUserQuestion} size="sm">
              <Trans>Invitation pending</Trans>
            </ToneBadge>
          )}
        </Group>
      }
      description={
        <>
          {place}
          <br />
          {lastReminder ? (
            <Trans>
              Last reminded <Moment value={lastReminder.sentAt} /> by {by}: {kind}
            </Trans>
          ) : (
            <Trans>No manual reminder yet</Trans>
          )}
        </>
      }
    />
  );
}
