import { Select, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { documentChange, hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { documentCategories, type DocumentCategory } from '#shared/domain/hr/documents.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { changedKeys, changesOnly } from '#app/lib/three-way.ts';
import { newerIn, useNewer } from '#app/lib/use-newer.ts';
import { categoryLabels } from '#app/features/hr/document-categories.ts';
import { type DocumentView } from '#app/screens/hr-organization/documents.ts';
import { OwnerSelect } from '#app/screens/hr-organization/MemberSelect.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice, type StaleChange } from '#app/ui/StaleNotice.tsx';

interface Values extends Record<string, unknown> {
  title: string;
  category: string;
  ownerId: string;
}

const valuesOf = ({ title, category, ownerId }: DocumentView): Values => ({
  title,
  category,
  ownerId: ownerId ?? '',
});

const bodyOf = ({ title, category, ownerId }: Values) => ({
  title,
  category: category as DocumentCategory,
  ownerId: ownerId === '' ? null : ownerId,
});

/** Changes title, category and owner of a document (HR-04); changes by another person in the meantime are shown first. */
export function EditDocumentDialog({
  document,
  onClose,
}: {
  readonly document: DocumentView;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const { base, newer, setNewer, goOn } = useNewer(document, valuesOf);
  const [ownerName, setOwnerName] = useState(document.ownerName ?? '');
  const changesBetween = useChanges();
  const update = useCommand(hrDocumentsContract.change, {
    success: { tone: 'default', title: msg`Document saved` },
    onSuccess: onClose,
    onError: (error) => {
      const current = newerIn<DocumentView>(error);
      if (current) setNewer(current);
      else showErrors(error);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: valuesOf(document),
    rules: (values) => validateBy(documentChange)(bodyOf(values)),
    send: (values) =>
      update.mutate({
        params: { id: base.id },
        body: changesOnly(bodyOf(valuesOf(base)), bodyOf(values)),
        ifMatch: `"${String(base.revision)}"`,
      }),
  });
  const goOnWith = (take: boolean) => {
    const values = goOn(form.values, take);
    if (newer && values.ownerId === (newer.ownerId ?? '')) setOwnerName(newer.ownerName ?? '');
    form.setValues(values);
    update.reset();
  };
  const chosen = form.values.ownerId === '' ? undefined : { id: form.values.ownerId, name: ownerName };
  return (
    <FormDialog
      opened
      title={<Trans>Edit document</Trans>}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={update.isPending}
      blocked={newer !== null}
      changed={form.isDirty()}
    >
      {newer && (
        <StaleNotice
          changes={changesBetween(base, newer, form.values, ownerName)}
          onTakeNewer={() => goOnWith(true)}
          onKeepMine={() => goOnWith(false)}
        />
      )}
      {!newer && <DialogError error={errorOutsideFields(update.error, form.values)} />}
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
        // The form has a newer record: its owner may have another name.
        key={base.revision}
        organizationId={document.organizationId}
        chosen={chosen}
        {...form.getInputProps('ownerId')}
        onChange={(id, name) => {
          setOwnerName(name);
          form.setFieldValue('ownerId', id);
        }}
      />
    </FormDialog>
  );
}

/** Returns a function that lists another person's changes of a document, field by field. */
function useChanges() {
  const { t, i18n } = useLingui();
  return (
    before: DocumentView,
    after: DocumentView,
    entered: Values,
    ownerName: string,
  ): readonly StaleChange[] => {
    const mine: readonly string[] = changedKeys(valuesOf(before), entered);
    const category = (one: string) => i18n._(categoryLabels[one as DocumentCategory]);
    const rows = [
      ['title', t`Title`, before.title, after.title, entered.title],
      [
        'category',
        t`Category`,
        category(before.category),
        category(after.category),
        category(entered.category),
      ],
      ['ownerId', t`Owner`, before.ownerName ?? '–', after.ownerName ?? '–', ownerName || '–'],
      ['version', t`Version`, before.version.number, after.version.number, ''],
      ['isArchived', t`Archived`, before.isArchived ? t`Yes` : t`No`, after.isArchived ? t`Yes` : t`No`, ''],
    ] as const;
    return rows
      .filter(([, , was, is]) => was !== is)
      .map(([key, label, was, is, own]) => ({
        label,
        before: was,
        after: is,
        ...(mine.includes(key) ? { mine: own } : {}),
      }));
  };
}
