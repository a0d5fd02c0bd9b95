import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { cancelled } from '#app/screens/access-reviews/review-messages.ts';
import type { Review } from '#app/screens/access-reviews/reviews.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** Cancels an open review, with a reason (AUTH-17). */
export function CancelReview({ review, onClose }: { readonly review: Review; readonly onClose: () => void }) {
  const { t } = useLingui();
  const cancel = useCommand(contract.cancel, {
    success: cancelled,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '' },
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? reasonText('reason_required') : undefined,
    }),
    send: ({ reason }) => cancel.mutate({ params: { id: review.id }, body: { reason: reason.trim() } }),
  });
  return (
    <FormDialog
      opened
      title={t`Cancel this access review?`}
      submitLabel={<Trans>Cancel review</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={cancel.isPending}
      changed={form.isDirty()}
      destructive
      size="md"
    >
      <Text size="sm">
        <Trans>No answer is carried out. Administrators can still read the answers.</Trans>
      </Text>
      <ReasonInput withAsterisk data-autofocus maxLength={500} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(cancel.error, form.values)} />
    </FormDialog>
  );
}
