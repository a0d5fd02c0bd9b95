import { Button, Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconBellRinging, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { bulkLimits } from '#shared/domain/assignments/bulk.ts';
import { reminderLimits } from '#shared/domain/reminders/manual-reminders.ts';
import { titled } from '#shared/domain/modules/titled.ts';
import { AssignModulesDialog, type ChosenPeople } from '#app/features/assigning/AssignModulesDialog.tsx';
import type { ChosenModules } from '#app/features/assigning/ModulesSelect.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { ReminderDialog } from '#app/features/reminders/ReminderDialog.tsx';
import { useFormat } from '#app/lib/format.ts';
import { useUser } from '#app/lib/session.ts';
import type { Rectangle } from '#app/screens/training-grid/grid-places.ts';
import type { GridRow, GridView, Outline } from '#app/screens/training-grid/grid-view.ts';
import { useRowsBetween } from '#app/screens/training-grid/use-grid-rows.ts';

interface Opened {
  readonly dialog: 'assign' | 'remind';
  readonly people: readonly GridRow[];
}

/** The actions on the selected cells: assign the modules to the people, or remind the people of them. */
export function SelectionBar({
  view,
  outline,
  chosen,
  onDone,
}: {
  readonly view: GridView;
  readonly outline: Outline;
  readonly chosen: Rectangle;
  readonly onDone: () => void;
}) {
  const { permissions } = useUser();
  const rowsBetween = useRowsBetween(view, outline);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [busy, setBusy] = useState(false);
  const people = chosen.bottom - chosen.top + 1;
  const modules = outline.modules.slice(chosen.left, chosen.right + 1);
  const { number } = useFormat();
  const [mostPeople, MAX_MODULES] = [number(reminderLimits.perCall), number(bulkLimits.modules)];
  const tooMany = modules.length > bulkLimits.modules;
  const open = async (dialog: Opened['dialog']) => {
    setBusy(true);
    try {
      setOpened({ dialog, people: await rowsBetween(chosen.top, chosen.bottom) });
    } finally {
      setBusy(false);
    }
  };
  const count = modules.length;
  const names: ChosenPeople = new Map(opened?.people.map((person) => [person.id, nameOf(person)]));
  const titles: ChosenModules = new Map(
    modules.map(({ id, title, reference }) => [id, titled(title, reference)]),
  );
  return (
    <>
      <Text size="sm" role="status">
        <Trans>
          Selected: <Plural value={people} one="# person" other="# people" />,{' '}
          <Plural value={count} one="# module" other="# modules" />
        </Trans>
      </Text>
      {permissions.includes('assignments.assign') && (
        <Button
          size="xs"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          disabled={tooMany}
          loading={busy}
          onClick={() => void open('assign')}
        >
          <Trans>Assign modules</Trans>
        </Button>
      )}
      {permissions.includes('reminders.send') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBellRinging size={16} aria-hidden />}
          disabled={tooMany || people > reminderLimits.perCall}
          loading={busy}
          onClick={() => void open('remind')}
        >
          <Trans>Send Reminders</Trans>
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={onDone}>
        <Trans>Clear selection</Trans>
      </Button>
      {tooMany && (
        <Text size="sm" c="dimmed">
          <Trans>Select at most {MAX_MODULES} modules to assign or remind.</Trans>
        </Text>
      )}
      {!tooMany && people > reminderLimits.perCall && (
        <Text size="sm" c="dimmed">
          <Trans>Select at most {mostPeople} people to send reminders.</Trans>
        </Text>
      )}
      {opened?.dialog === 'assign' && (
        <AssignModulesDialog
          people={names}
          modules={titles}
          onDone={onDone}
          onClose={() => setOpened(null)}
        />
      )}
      <ReminderDialog
        opened={opened?.dialog === 'remind'}
        onClose={() => setOpened(null)}
        userIds={[...names.keys()]}
        modules={titles}
      />
    </>
  );
}
