import { Button, Group, Text } from '@mantine/core';
import {
  IconBellRinging,
  IconBookUpload,
  IconCalendarEvent,
  IconCheck,
  IconPencil,
  IconRoute2,
  IconTrash,
} from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';

/** The actions on the trainings of a person: assign, remind, start the onboarding, 'Edit Matrix' and 'Done' (SPEC §2.6). */
export function TrainingActions({
  canAssign,
  canOnboard,
  canRemind,
  canEdit,
  canManage,
  editing,
  onOpen,
  onEditing,
}: {
  readonly canAssign: boolean;
  readonly canOnboard: boolean;
  readonly canRemind: boolean;
  readonly canEdit: boolean;
  /** Only administrators edit assignments; for other roles the note says that they can change due dates only. */
  readonly canManage: boolean;
  readonly editing: boolean;
  readonly onOpen: (dialog: 'assign' | 'onboarding' | 'remind') => void;
  readonly onEditing: (editing: boolean) => void;
}) {
  if (editing) {
    return (
      <Button leftSection={<IconCheck size={18} aria-hidden />} onClick={() => onEditing(false)}>
        <Trans>Done</Trans>
      </Button>
    );
  }
  return (
    <>
      {canEdit && (
        <Button
          variant="default"
          leftSection={
            canManage ? <IconPencil size={18} aria-hidden /> : <IconCalendarEvent size={18} aria-hidden />
          }
          onClick={() => onEditing(true)}
        >
          {canManage ? <Trans>Edit Matrix</Trans> : <Trans>Change due dates</Trans>}
        </Button>
      )}
      {canRemind && (
        <Button
          variant="default"
          leftSection={<IconBellRinging size={18} aria-hidden />}
          onClick={() => onOpen('remind')}
        >
          <Trans>Send Reminder</Trans>
        </Button>
      )}
      {canOnboard && (
        <Button
          variant="default"
          leftSection={<IconRoute2 size={18} aria-hidden />}
          onClick={() => onOpen('onboarding')}
        >
          <Trans>Start Onboarding</Trans>
        </Button>
      )}
      {canAssign && (
        <Button leftSection={<IconBookUpload size={18} aria-hidden />} onClick={() => onOpen('assign')}>
          <Trans>Assign Module</Trans>
        </Button>
      )}
    </>
  );
}

/** The number of trainings selected in the edit mode, and the actions on them. */
export function SelectionBar({
  count,
  onDelete,
  onDueDates,
  onClear,
}: {
  readonly count: number;
  /** Undefined for people without the permission. */
  readonly onDelete: (() => void) | undefined;
  readonly onDueDates: () => void;
  readonly onClear: () => void;
}) {
  return (
    <Group justify="space-between" gap="xs" flex={1}>
      <Text size="sm" fw={550} role="status">
        <Plural value={count} one="# training selected" other="# trainings selected" />
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          <Trans>Clear selection</Trans>
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCalendarEvent size={15} aria-hidden />}
          onClick={onDueDates}
        >
          <Trans>Change due dates</Trans>
        </Button>
        {onDelete && (
          <Button
            size="compact-sm"
            color="red.9"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={onDelete}
          >
            <Trans>Delete selected</Trans>
          </Button>
        )}
      </Group>
    </Group>
  );
}
