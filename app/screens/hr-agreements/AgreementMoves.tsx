import { Button, Group } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconArrowBackUp, IconBan, IconPencil, IconSend, IconSignature, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AgreementMove } from '#shared/domain/hr/agreements.ts';
import { DeclineDialog } from '#app/features/hr/DeclineDialog.tsx';
import { useHrOrganizations } from '#app/lib/hr-organizations.ts';
import { AgreementFormDialog } from '#app/screens/hr-agreements/AgreementFormDialog.tsx';
import { isUnsigned, type Agreement } from '#app/screens/hr-agreements/agreements.ts';
import { SignAgreementDialog } from '#app/screens/hr-agreements/SignAgreementDialog.tsx';
import { SendDialog, WithdrawDialog } from '#app/screens/hr-agreements/StepDialogs.tsx';
import { TerminateDialog } from '#app/screens/hr-agreements/TerminateDialog.tsx';

/** A chosen step, with the agreement as it was seen then, regardless of later updates behind the dialog. */
export interface ChosenMove {
  readonly move: AgreementMove;
  readonly seen: Agreement;
}

/** The actions that the caller may take on an agreement now, and nothing else (HR-03). */
export function AgreementMoves({
  agreement,
  onChoose,
}: {
  readonly agreement: Agreement;
  readonly onChoose: (chosen: ChosenMove) => void;
}) {
  const may = (move: AgreementMove): boolean => agreement.moves.includes(move);
  const choose = (move: AgreementMove) => () => onChoose({ move, seen: agreement });
  const { state } = agreement;
  if (agreement.moves.length === 0) return null;
  return (
    <Group gap="xs">
      {may('send') && (
        <Button leftSection={<IconSend size={17} aria-hidden />} onClick={choose('send')}>
          <Trans>Send for signature</Trans>
        </Button>
      )}
      {may('sign') && (
        <Button leftSection={<IconSignature size={17} aria-hidden />} onClick={choose('sign')}>
          <Trans>Sign</Trans>
        </Button>
      )}
      {may('decline') && (
        <Button
          variant="light"
          color="red"
          leftSection={<IconX size={17} aria-hidden />}
          onClick={choose('decline')}
        >
          <Trans>Decline</Trans>
        </Button>
      )}
      {may('edit') && (
        <Button variant="default" leftSection={<IconPencil size={17} aria-hidden />} onClick={choose('edit')}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {may('withdraw') && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={17} aria-hidden />}
          onClick={choose('withdraw')}
        >
          <Trans>Return to draft</Trans>
        </Button>
      )}
      {may('terminate') && (
        <Button
          variant="light"
          color="red"
          leftSection={<IconBan size={17} aria-hidden />}
          onClick={choose('terminate')}
        >
          {isUnsigned(state) ? <Trans>Discard</Trans> : <Trans>Terminate</Trans>}
        </Button>
      )}
    </Group>
  );
}

/** The dialog of the chosen step; it uses the agreement that was seen. */
export function MoveDialog({
  chosen,
  onClose,
}: {
  readonly chosen: ChosenMove | null;
  readonly onClose: () => void;
}) {
  const organizations = useHrOrganizations();
  if (chosen === null) return null;
  const agreement = chosen.seen;
  const dialogs: Readonly<Record<AgreementMove, ReactNode>> = {
    edit: <AgreementFormDialog agreement={agreement} organizations={organizations} onClose={onClose} />,
    send: <SendDialog agreement={agreement} onClose={onClose} />,
    withdraw: <WithdrawDialog agreement={agreement} onClose={onClose} />,
    sign: <SignAgreementDialog agreement={agreement} onClose={onClose} />,
    decline: <DeclineDialog agreement={agreement} onClose={onClose} />,
    terminate: <TerminateDialog agreement={agreement} onClose={onClose} />,
  };
  return dialogs[chosen.move];
}
