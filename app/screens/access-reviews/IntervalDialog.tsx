import { NumberInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { reviewMonthsRange } from '#shared/domain/people/access-review.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { scheduled } from '#app/screens/access-reviews/review-messages.ts';
import type { Schedule } from '#app/screens/access-reviews/reviews.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Sets the number of months after which the access to an organization is reviewed again (AUTH-17). */
export function IntervalDialog({
  schedule,
  onClose,
}: {
  readonly schedule: Schedule;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { organizationId, organizationName } = schedule;
  const save = useCommand(contract.setSchedule, {
    success: scheduled,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { everyMonths: schedule.everyMonths },
    rules: () => ({}),
    send: ({ everyMonths }) => save.mutate({ params: { organizationId }, body: { everyMonths } }),
  });
  return (
    <FormDialog
      opened
      title={t`Interval for ${organizationName}`}
      submitLabel={<Trans>Save interval</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={save.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <NumberInput
        label={t`Months between reviews`}
        description={t`Administrators are reminded 30 and 7 days before the due date, and after it until a review is signed.`}
        required
        allowDecimal={false}
        min={reviewMonthsRange.min}
        max={reviewMonthsRange.max}
        data-autofocus
        {...form.getInputProps('everyMonths')}
      />
      <DialogError error={errorOutsideFields(save.error, form.values)} />
    </FormDialog>
  );
}
