import { Button, Menu } from '@mantine/core';
import { IconCalendarEvent, IconChevronDown, IconHistory, IconListDetails } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { createContext, use } from 'react';
import { isOpen } from '#shared/domain/assignments/status.ts';
import { CertificateAction } from '#app/features/assignments/AssignmentAction.tsx';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { useUser } from '#app/lib/session.ts';
import type { TrainingDialog } from '#app/screens/employee-detail/TrainingDialogs.tsx';

/** The person of the page, and how a line of the list opens a dialog. */
export const EditContext = createContext<{
  readonly personId: string;
  readonly onOpen: (dialog: TrainingDialog) => void;
}>({ personId: '', onOpen: () => undefined });

/** The action of the edit mode on one training (LRN-06, SIG-02): change the due date, or record a past completion. */
export function EditAction({
  assignment,
  big = false,
}: {
  readonly assignment: OwnAssignment;
  readonly big?: boolean;
}) {
  const { t } = useLingui();
  const { id: ownId, permissions } = useUser();
  const { personId, onOpen } = use(EditContext);
  if (!isOpen(assignment.status)) return <CertificateAction assignment={assignment} big={big} />;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          {...(big ? { size: 'md', fullWidth: true } : { size: 'xs' })}
          variant="default"
          rightSection={<IconChevronDown size={15} aria-hidden />}
          aria-label={t`Change ${assignment.module.title}`}
        >
          <Trans>Change</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCalendarEvent size={16} aria-hidden />}
          onClick={() => onOpen({ kind: 'due', assignment })}
        >
          <Trans>Change due date</Trans>
        </Menu.Item>
        {personId !== ownId && permissions.includes('assignments.manage') && (
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => onOpen({ kind: 'past', assignment })}
          >
            <Trans>Record past training</Trans>
          </Menu.Item>
        )}
        {permissions.includes('audit.view') && (
          <Menu.Item
            leftSection={<IconListDetails size={16} aria-hidden />}
            onClick={() => onOpen({ kind: 'history', assignment })}
          >
            <Trans>History</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
