import { Button, Group, Text } from '@mantine/core';
import { IconBellRinging, IconBookUpload, IconCalendarEvent } from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { MAX_IN_BINDER } from '#shared/domain/reports/data-sets.ts';
import { assigningLimits, bulkLimits } from '#shared/domain/assignments/bulk.ts';
import { AssignModulesDialog, type ChosenPeople } from '#app/features/assigning/AssignModulesDialog.tsx';
import { BinderButton } from '#app/features/binder/use-binder.tsx';
import { DueDatesDialog } from '#app/features/assigning/DueDatesDialog.tsx';
import { ReminderDialog } from '#app/features/reminders/ReminderDialog.tsx';
import { useFormat } from '#app/lib/format.ts';
import { useUser } from '#app/lib/session.ts';

/** Returns whether the signed-in person may use bulk actions on people: only then a list offers to select them. */
export function useMaySelectPeople(): boolean {
  return useUser().permissions.includes('assignments.assign');
}

/** The number of people selected in a list, and the actions for all of them in one step (MGR-02, USR-07). */
export function PeopleSelection({
  people,
  onClear,
}: {
  readonly people: ChosenPeople;
  readonly onClear: () => void;
}) {
  const { permissions } = useUser();
  const { number } = useFormat();
  const [dialog, setDialog] = useState<'assign' | 'remind' | 'due' | null>(null);
  const close = () => setDialog(null);
  const tooMany = people.size > bulkLimits.people;
  const most = number(bulkLimits.people);
  return (
    <Group justify="space-between" gap="xs" flex={1}>
      <Text size="sm" fw={550} role="status">
        <Plural value={people.size} one="# person selected" other="# people selected" />
        {tooMany && (
          <>
            {' · '}
            <Trans>up to {most} at a time</Trans>
          </>
        )}
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          <Trans>Clear selection</Trans>
        </Button>
        {people.size <= MAX_IN_BINDER && <BinderButton compact of={{ userIds: [...people.keys()] }} />}
        {permissions.includes('assignments.reschedule') && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={tooMany}
            leftSection={<IconCalendarEvent size={15} aria-hidden />}
            onClick={() => setDialog('due')}
          >
            <Trans>Change due dates</Trans>
          </Button>
        )}
        {permissions.includes('reminders.send') && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={tooMany}
            leftSection={<IconBellRinging size={15} aria-hidden />}
            onClick={() => setDialog('remind')}
          >
            <Trans>Send reminders</Trans>
          </Button>
        )}
        <Button
          size="compact-sm"
          disabled={people.size > assigningLimits.people}
          leftSection={<IconBookUpload size={15} aria-hidden />}
          onClick={() => setDialog('assign')}
        >
          <Trans>Assign modules</Trans>
        </Button>
      </Group>
      {dialog === 'assign' && <AssignModulesDialog people={people} onDone={onClear} onClose={close} />}
      {dialog === 'due' && <DueDatesDialog of={{ people }} onDone={onClear} onClose={close} />}
      <ReminderDialog opened={dialog === 'remind'} onClose={close} userIds={[...people.keys()]} />
    </Group>
  );
}
