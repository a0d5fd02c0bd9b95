import { Select, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hrDocumentsContract, newDocumentFields } from '#shared/contract/hr-documents.ts';
import { documentCategories, type DocumentCategory } from '#shared/domain/hr/documents.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { errorsByField, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { categoryLabels } from '#app/features/hr/document-categories.ts';
import { noReport, noView, type Organization } from '#app/screens/hr-organization/documents.ts';
import { OwnerSelect } from '#app/screens/hr-organization/MemberSelect.tsx';
import { useUpload } from '#app/screens/hr-organization/use-upload.ts';
import { noVersion, versionFields, type VersionValues } from '#app/screens/hr-organization/version-form.ts';
import { noFile, VersionFields } from '#app/screens/hr-organization/VersionFields.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends VersionValues {
  title: string;
  category: string;
  ownerId: string;
}

/** Adds a document with its first version (HR-04); the document opens once it is stored. */
export function AddDocumentDialog({
  organization,
  onClose,
}: {
  readonly organization: Organization;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const [view, patch] = useUrlState(noView);
  const [choice, setChoice] = useState(noFile);
  const chosen: DocumentCategory = documentCategories.find((one) => one === view.category) ?? 'policy';
  const fieldsOf = ({ title, category, ownerId, ...version }: Values): Record<string, string> => ({
    organizationId: String(organization.id),
    title,
    category,
    ...(ownerId === '' ? {} : { ownerId }),
    ...versionFields(version),
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { ...noVersion, title: '', category: chosen, ownerId: '' },
    rules: (values) => {
      if (choice.file === null) setChoice({ file: null, problem: choice.problem ?? t`Choose a file` });
      return validateBy(newDocumentFields)(fieldsOf(values));
    },
    send: (values) => {
      if (choice.file) sending.send(choice.file, fieldsOf(values));
    },
  });
  const sending = useUpload(hrDocumentsContract.create, {
    success: { tone: 'default', title: msg`Document added` },
    showErrors: (error: ApiError) => {
      const { file } = errorsByField(error.errors);
      if (file !== undefined) setChoice({ file: null, problem: file });
      return showErrors(error) || file !== undefined;
    },
    onDone: ({ id }) => {
      onClose();
      patch({ ...noReport, document: String(id) }, { push: true });
    },
  });
  return (
    <FormDialog
      opened
      title={<Trans>Add document</Trans>}
      submitLabel={<Trans>Add document</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={sending.share !== null}
      changed={form.isDirty() || choice.file !== null}
    >
      <DialogError error={sending.failure} />
      <TextInput
        label={t`Title`}
        withAsterisk
        data-autofocus
        maxLength={200}
        {...form.getInputProps('title')}
        key={form.key('title')}
      />
      <Select
        label={t`Category`}
        allowDeselect={false}
        data={documentCategories.map((one) => ({ value: one, label: i18n._(categoryLabels[one]) }))}
        {...form.getInputProps('category')}
        key={form.key('category')}
      />
      <OwnerSelect
        organizationId={organization.id}
        description={t`You, unless you choose someone else.`}
        {...form.getInputProps('ownerId')}
      />
      <VersionFields form={form} choice={choice} onChoose={setChoice} share={sending.share} />
    </FormDialog>
  );
}
