import { Alert, Radio, Stack, Text, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { addDays, compareDates } from '#shared/domain/calendar/calendar.ts';
import { hasChangedSince, asSeen } from '#app/features/hr/seen.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { agreementMessages } from '#app/screens/hr-agreements/agreement-texts.ts';
import { isUnsigned, type Agreement } from '#app/screens/hr-agreements/agreements.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** Returns the day on which the agreed notice ends, but not later than the agreed end. */
function suggestedDay({ startsOn, startsInDays, endsOn, noticeDays }: Agreement): string {
  const today = addDays(startsOn, -startsInDays);
  const day = addDays(startsInDays > 0 ? startsOn : today, noticeDays);
  return endsOn !== null && compareDates(day, endsOn) > 0 ? endsOn : day;
}

/** Ends an agreement by notice or at once, or discards one that is not signed, with a reason (HR-03). */
export function TerminateDialog({
  agreement,
  onClose,
}: {
  readonly agreement: Agreement;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { id, state, title } = agreement;
  const unsigned = isUnsigned(state);
  const over = state === 'expired' || state === 'terminated';
  const [how, setHow] = useState<'notice' | 'now'>(unsigned || over ? 'now' : 'notice');
  const byNotice = how === 'notice';
  const end = useCommand(hrAgreementsContract.terminate, {
    success: byNotice ? agreementMessages.noticeGiven : agreementMessages.terminated,
    onSuccess: onClose,
    onError: (error) => {
      if (!showErrors(error)) void invalidate(hrAgreementsContract.terminate);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '', lastDay: suggestedDay(agreement) },
    rules: ({ reason, lastDay }) => ({
      ...(reason.trim() === '' && { reason: reasonText('reason_required') }),
      ...(byNotice && lastDay === '' && { lastDay: t`Please enter a date` }),
    }),
    send: ({ reason, lastDay }) =>
      end.mutate({
        params: { id },
        body: { reason: reason.trim(), ...(byNotice ? { lastDay } : {}) },
        ifMatch: asSeen(agreement),
      }),
  });
  const error = errorOutsideFields(end.error, form.values);
  const choose = (next: string): void => {
    end.reset();
    setHow(next === 'now' ? 'now' : 'notice');
  };
  return (
    <FormDialog
      opened
      title={unsigned ? t`Discard the agreement` : t`Terminate the agreement`}
      submitLabel={
        unsigned ? <Trans>Discard</Trans> : byNotice ? <Trans>Give notice</Trans> : <Trans>Terminate</Trans>
      }
      onSubmit={submit}
      onClose={onClose}
      busy={end.isPending}
      blocked={hasChangedSince(error)}
      changed={form.isDirty()}
      destructive
      size="md"
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      {!unsigned && !over && (
        <Radio.Group label={t`When it ends`} value={how} onChange={choose}>
          <Stack gap="xs" mt={6}>
            <Radio value="notice" label={t`With notice, on a given day`} />
            <Radio value="now" label={t`Immediately`} />
          </Stack>
        </Radio.Group>
      )}
      {byNotice && (
        <TextInput
          type="date"
          label={t`Last day`}
          description={<NoticeHint agreement={agreement} />}
          withAsterisk
          maw={320}
          {...form.getInputProps('lastDay')}
        />
      )}
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        <Effect agreement={agreement} byNotice={byNotice} lastDay={form.values.lastDay} />
      </Alert>
      <ReasonInput
        description={t`Recorded in the audit trail and with the agreement.`}
        withAsterisk
        data-autofocus
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <DialogError error={error} />
    </FormDialog>
  );
}

function NoticeHint({ agreement: { noticeDays } }: { readonly agreement: Agreement }) {
  if (noticeDays === 0) return <Trans>No notice was agreed.</Trans>;
  return (
    <Plural value={noticeDays} one="A notice of # day was agreed." other="A notice of # days was agreed." />
  );
}

/** The effect, before the notice is given. */
function Effect({
  agreement,
  byNotice,
  lastDay,
}: {
  readonly agreement: Agreement;
  readonly byNotice: boolean;
  readonly lastDay: string;
}) {
  if (isUnsigned(agreement.state))
    return <Trans>It can no longer be signed, and it cannot be reopened.</Trans>;
  if (byNotice) {
    if (lastDay === '') return <Trans>It stays active until the last day.</Trans>;
    return (
      <Trans>
        It stays active until the end of <CalendarDate value={lastDay} />.
      </Trans>
    );
  }
  return (
    <>
      <Trans>It ends immediately and cannot be reopened.</Trans>{' '}
      {agreement.noticeDays > 0 && <NoticeHint agreement={agreement} />}
    </>
  );
}
