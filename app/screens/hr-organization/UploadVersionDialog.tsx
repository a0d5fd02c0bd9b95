import { Checkbox, Text, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { READING_DAYS } from '#shared/domain/hr/seen.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { errorsByField, useAppForm } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import type { DocumentView } from '#app/screens/hr-organization/documents.ts';
import { useUpload } from '#app/screens/hr-organization/use-upload.ts';
import {
  noVersion,
  versionFaults,
  versionFields,
  type VersionValues,
} from '#app/screens/hr-organization/version-form.ts';
import { noFile, VersionFields } from '#app/screens/hr-organization/VersionFields.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

const uploaded = { tone: 'default', title: msg`Version uploaded` } as const satisfies ToastRow;

interface Values extends VersionValues {
  askAgain: boolean;
  dueOn: string;
}

/** Uploads a new version (HR-04), and says what happens to open requests to read the earlier one. */
export function UploadVersionDialog({
  document,
  onClose,
}: {
  readonly document: DocumentView;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const today = useToday();
  const { toastOf } = useMailServer();
  const [choice, setChoice] = useState(noFile);
  const { id, title, asked, acknowledged, version } = document;
  const next = version.number + 1;
  const waiting = asked - acknowledged;
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: {
      ...noVersion,
      askAgain: asked > 0,
      dueOn: addDays(today, READING_DAYS),
    },
    rules: (values) => {
      if (choice.file === null) setChoice({ file: null, problem: choice.problem ?? t`Choose a file` });
      return {
        ...versionFaults(values),
        ...(values.askAgain && values.dueOn === '' ? { dueOn: t`Please enter a date` } : {}),
      };
    },
    send: ({ askAgain, dueOn, ...said }) => {
      if (choice.file) {
        sending.send(
          choice.file,
          { ...versionFields(said), askAgain: String(askAgain), ...(askAgain ? { dueOn } : {}) },
          { id },
        );
      }
    },
  });
  const sending = useUpload(hrDocumentsContract.upload, {
    success: form.values.askAgain ? toastOf(uploaded) : uploaded,
    showErrors: (error) => {
      const { file } = errorsByField(error.errors);
      if (file !== undefined) setChoice({ file: null, problem: file });
      return showErrors(error) || file !== undefined;
    },
    onDone: onClose,
  });
  return (
    <FormDialog
      opened
      title={<Trans>Upload version {next}</Trans>}
      submitLabel={<Trans>Upload</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={sending.share !== null}
      changed={form.isDirty() || choice.file !== null}
    >
      <DialogError error={sending.failure} />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <VersionFields form={form} choice={choice} onChoose={setChoice} share={sending.share} />
      {asked > 0 && (
        <Checkbox
          label={
            <Plural
              value={asked}
              one="Ask the one person again who was asked to read the version before"
              other="Ask the # people again who were asked to read the version before"
            />
          }
          description={
            waiting > 0 ? (
              <Plural
                value={waiting}
                one="One person has not acknowledged it and is not asked for it any more."
                other="# of them have not acknowledged it and are not asked for it any more."
              />
            ) : undefined
          }
          {...form.getInputProps('askAgain', { type: 'checkbox' })}
          key={form.key('askAgain')}
        />
      )}
      {form.values.askAgain && (
        <>
          <TextInput
            type="date"
            label={t`Due date`}
            withAsterisk
            maw={320}
            {...form.getInputProps('dueOn')}
            key={form.key('dueOn')}
          />
          <MailNotice />
        </>
      )}
    </FormDialog>
  );
}
