import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { SecretDialog } from '#app/screens/webhooks/SecretDialog.tsx';
import { deleted } from '#app/screens/webhooks/webhook-labels.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** A confirmation that requires a reason. */
function ReasonForm({
  title,
  label,
  children,
  busy,
  error,
  onReason,
  onClose,
  destructive = false,
}: {
  readonly title: string;
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
  readonly destructive?: boolean;
}) {
  const { form, submit } = useAppForm({
    initialValues: { reason: '' },
    rules: ({ reason }) => ({ reason: reason.trim() === '' ? reasonText('reason_required') : undefined }),
    send: ({ reason }) => onReason(reason.trim()),
  });
  return (
    <FormDialog
      opened
      title={title}
      submitLabel={label}
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      changed={form.isDirty()}
      destructive={destructive}
      size="md"
    >
      <Text size="sm">{children}</Text>
      <ReasonInput withAsterisk data-autofocus maxLength={500} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(error, form.values)} />
    </FormDialog>
  );
}

/** Creates a new secret and shows it once (OPS-06). */
export function RotateSecret({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useCommand(contract.rotate, { onSuccess: (answer) => setSecret(answer.secret) });
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <ReasonForm
      title={t`Rotate the secret?`}
      label={<Trans>Rotate secret</Trans>}
      busy={rotate.isPending}
      error={rotate.error}
      onReason={(reason) => rotate.mutate({ params: { id }, body: { reason } })}
      onClose={onClose}
    >
      <Trans>
        For 24 hours events are signed with the new and the current secret. Store the new one in the receiver
        within this time.
      </Trans>
    </ReasonForm>
  );
}

/** Deletes a webhook (OPS-06). */
export function DeleteWebhook({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const remove = useCommand(contract.delete, {
    success: deleted,
    leavesRecord: true,
    onSuccess: async () => {
      onClose();
      await navigate({ to: '/webhooks' });
    },
  });
  return (
    <ReasonForm
      title={t`Delete this webhook?`}
      label={<Trans>Delete webhook</Trans>}
      busy={remove.isPending}
      error={remove.error}
      onReason={(reason) => remove.mutate({ params: { id }, body: { reason } })}
      onClose={onClose}
      destructive
    >
      <Trans>Its deliveries are deleted too. Pending events are not sent.</Trans>
    </ReasonForm>
  );
}
