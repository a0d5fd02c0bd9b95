import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { explain } from '#app/lib/reasons.ts';
import { showToast } from '#app/lib/toasts.ts';
import { notAnswered } from '#app/screens/access-reviews/review-messages.ts';
import { grantLabels, type Account } from '#app/screens/access-reviews/reviews.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** Answers that an account's access changes or ends, with the reason (AUTH-17); the signature carries it out. */
export function AnswerDialog({
  reviewId,
  account,
  answer,
  onClose,
}: {
  readonly reviewId: number;
  readonly account: Account;
  readonly answer: 'change' | 'end';
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const { userId, seen, name, role, grants } = account;
  const invalidate = useInvalidate();
  const save = useCommand(contract.answer, {
    onSuccess: onClose,
    onError: (error) => {
      if (error.code !== 'STALE') return showErrors(error);
      // The dialog is out of date: the account is loaded again, so that the next answer is for its current state.
      showToast(notAnswered, { detail: explain(error) });
      void invalidate(contract.answer);
      onClose();
      return true;
    },
  });
  const changes = answer === 'change';
  const { form, submit, showErrors } = useAppForm({
    initialValues: {
      newRole: account.newRole ?? role,
      endedGrants: account.endedGrants.map(String),
      reason: account.answer === answer ? (account.reason ?? '') : '',
    },
    rules: ({ newRole, endedGrants, reason }) => ({
      reason: reason.trim() === '' ? reasonText('reason_required') : undefined,
      newRole:
        changes && newRole === role && endedGrants.length === 0
          ? t`Choose another role or grants to revoke.`
          : undefined,
    }),
    send: ({ newRole, endedGrants, reason }) =>
      save.mutate({
        params: { id: reviewId },
        body: {
          accounts: [{ userId, seen }],
          answer,
          ...(changes && newRole !== role ? { newRole } : {}),
          ...(changes && endedGrants.length > 0 ? { endedGrants: endedGrants.map(Number) } : {}),
          reason: reason.trim(),
        },
      }),
  });
  return (
    <FormDialog
      opened
      title={changes ? t`Change the access of ${name}` : t`End the account of ${name}`}
      submitLabel={<Trans>Save answer</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={save.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <Stack gap="md">
        <Text size="sm">
          {changes ? (
            <Trans>The change is made when the review is signed.</Trans>
          ) : (
            <Trans>The account is deactivated and its sessions end when the review is signed.</Trans>
          )}
        </Text>
        {changes && (
          <Select
            label={t`Role`}
            allowDeselect={false}
            data={roles.map((one) => ({ value: one, label: i18n._(roleLabels[one]) }))}
            {...form.getInputProps('newRole')}
          />
        )}
        {changes && grants.length > 0 && (
          <Checkbox.Group label={t`Grants to revoke`} {...form.getInputProps('endedGrants')}>
            <Stack gap="xs" mt="xs">
              {grants.map(({ id, kind, organizationName }) => (
                <Checkbox
                  key={id}
                  value={String(id)}
                  label={`${i18n._(grantLabels[kind])}, ${organizationName}`}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <ReasonInput withAsterisk data-autofocus maxLength={500} {...form.getInputProps('reason')} />
        <DialogError error={errorOutsideFields(save.error, form.values)} />
      </Stack>
    </FormDialog>
  );
}
