import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { apiTokensContract as contract } from '#shared/contract/api-tokens.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { revoked } from '#app/screens/tokens/token-messages.ts';
import type { ApiToken } from '#app/screens/tokens/token-labels.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** Revokes an API token, with a reason (OPS-06). */
export function RevokeToken({ token, onClose }: { readonly token: ApiToken; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { id, name } = token;
  const revoke = useCommand(contract.revoke, {
    success: revoked,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '' },
    rules: ({ reason }) => ({ reason: reason.trim() === '' ? reasonText('reason_required') : undefined }),
    send: ({ reason }) => revoke.mutate({ params: { id }, body: { reason: reason.trim() } }),
  });
  return (
    <FormDialog
      opened
      title={t`Revoke token`}
      submitLabel={<Trans>Revoke token</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={revoke.isPending}
      changed={form.isDirty()}
      destructive
      size="md"
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans>The system that uses “{name}” loses its access at once. A token cannot be restored.</Trans>
      </Text>
      <ReasonInput withAsterisk data-autofocus maxLength={500} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(revoke.error, form.values)} />
    </FormDialog>
  );
}
