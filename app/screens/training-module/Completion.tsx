import { Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { MeaningCode } from '#shared/domain/signatures/statements.ts';
import type { CompletionVerdict } from '#shared/domain/viewing/completion.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { useReportTrainingChanged } from '#app/features/assignments/training-changes.ts';
import { SignDialog } from '#app/features/signing/SignDialog.tsx';
import type { CreatedSignature, SignatureInput } from '#app/features/signing/signature-input.ts';
import { call } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { showToast } from '#app/lib/toasts.ts';
import classes from '#app/screens/training-module/Viewer.module.css';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';

/** The data of a completion; created once, because its dialog outlives the button that opened it. */
export interface CompletionProps {
  readonly assignment: OwnAssignment;
  readonly versionNumber: number;
  readonly verdict: CompletionVerdict;
}

/** Mark as Completed, enabled only when the server's facts allow it, with the reason if it is not (VIEW-04). */
export function CompleteButton({
  verdict,
  missing,
  onClick,
}: {
  readonly verdict: CompletionVerdict;
  /** The parts left to see, and the way to them. */
  readonly missing: ReactNode;
  readonly onClick: () => void;
}) {
  const reason = verdict.allowed ? null : verdict.reason;
  if (reason === 'already_completed' || reason === 'voided') return null;
  return (
    <div className={classes.complete}>
      <Button
        fullWidth
        size="md"
        leftSection={<IconCheck size={18} aria-hidden />}
        disabled={!verdict.allowed}
        aria-describedby={reason ? 'why-not-completed' : undefined}
        onClick={onClick}
      >
        <Trans>Mark as Completed</Trans>
      </Button>
      {reason && (
        <Text size="sm" c="dimmed" id="why-not-completed">
          {reason === 'quiz_not_passed' ? (
            <Trans>Available once the quiz is passed.</Trans>
          ) : (
            <Trans>Available once you have seen all of it.</Trans>
          )}
        </Text>
      )}
      {missing}
    </div>
  );
}

/** The dialogs of completing: the signature (SIG-02), or a confirmation if the module requires none (`self_attest`). */
export function CompletionDialogs({
  assignment,
  versionNumber,
  verdict,
  opened,
  onClose,
}: CompletionProps & { readonly opened: boolean; readonly onClose: () => void }) {
  const { number } = useFormat();
  const reportChanged = useReportTrainingChanged();
  const params = { id: assignment.id };
  const attest = useCommand(assignmentsContract.setStatus, {
    success: messages.statusUpdated,
    failure: messages.statusUpdateFailed,
    onSuccess: async () => {
      onClose();
      await reportChanged();
    },
  });
  // The signed content is what was true when the dialog opened; the completion itself must not change the dialog.
  const [kind, setKind] = useState<'sign' | 'attest' | null>(null);
  const [statement, setStatement] = useState<MeaningCode>('read_and_understood');
  if (opened && kind === null && verdict.allowed) {
    setKind(verdict.needsSignature ? 'sign' : 'attest');
    if (assignment.statement !== null) setStatement(assignment.statement);
  }
  if (!opened && kind !== null) setKind(null);
  const sign = async (signature: SignatureInput): Promise<CreatedSignature> =>
    madeSignature(
      await call(assignmentsContract.setStatus, {
        params,
        body: { status: 'completed', signature, versionNumber },
      }),
    );
  const { title, reference } = assignment.module;
  return (
    <>
      <SignDialog
        opened={opened && kind === 'sign'}
        title={<Trans>Sign the completion</Trans>}
        facts={[
          [<Trans key="m">Training</Trans>, title],
          reference === null ? null : [<Trans key="r">Reference</Trans>, reference],
          [<Trans key="v">Version</Trans>, number(versionNumber)],
        ]}
        statement={statement}
        sign={sign}
        onFailed={() => showToast(messages.statusUpdateFailed)}
        onSigned={() => {
          showToast(messages.statusUpdated);
          void reportChanged();
        }}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={opened && kind === 'attest'}
        title={<Trans>Mark as Completed</Trans>}
        confirmLabel={<Trans>Mark as Completed</Trans>}
        busy={attest.isPending}
        error={attest.error}
        onConfirm={() => attest.mutate({ params, body: { status: 'completed', versionNumber } })}
        onClose={onClose}
      >
        <Trans>You confirm that you have completed “{title}”. This cannot be undone.</Trans>
      </ConfirmDialog>
    </>
  );
}

/** Returns the signature as the server has stored it; a completion that is marked as signed always has one. */
function madeSignature(answer: ResponseOf<typeof assignmentsContract.setStatus>): CreatedSignature {
  const { signature, certificateUrl } = answer;
  if (!signature?.printedName || !signature.signedAt || !signature.timeZone || !signature.meaning) {
    throw new Error('The server has stored no signature');
  }
  const { printedName, signedAt, timeZone, meaning } = signature;
  return { printedName, signedAt, timeZone, meaning, certificateUrl };
}
