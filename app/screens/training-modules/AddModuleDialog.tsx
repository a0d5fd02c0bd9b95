import { Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { moduleCreateBody } from '#shared/contract/module-schemas.ts';
import { secondDialogContentTypes } from '#shared/domain/modules/content-types.ts';
import { useAppForm, validateBy } from '#app/lib/forms.ts';
import {
  fieldsOf,
  ModuleFields,
  type ModuleFieldValues,
} from '#app/screens/training-modules/ModuleFields.tsx';
import { useSaveModule } from '#app/screens/training-modules/use-save-module.ts';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends ModuleFieldValues {
  content: string;
}

/** The second add-module dialog (SPEC §2.7, §3): the short way into a category, with its five content types. */
export function AddModuleDialog({
  category,
  onClose,
}: {
  /** Preset; null for none. */
  readonly category: string | null;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: {
      title: '',
      description: '',
      contentType: '',
      trainingCategory: category ?? '',
      duration: 0,
      content: '',
    },
    rules: (values) => validateBy(moduleCreateBody)(bodyOf(values)),
    send: (values) => save.send(bodyOf(values), null),
  });
  const save = useSaveModule({ module: null, onDone: onClose, showErrors });
  return (
    <FormDialog
      opened
      title={category === null ? t`Add Module` : t`Add Module to ${category}`}
      submitLabel={<Trans>Add Module</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={save.busy}
      changed={form.isDirty()}
    >
      {save.failure && <DialogFailure>{save.failure}</DialogFailure>}
      <ModuleFields form={form} types={secondDialogContentTypes} />
      {form.values.contentType === 'text' && (
        <Textarea
          label={t`Text`}
          description={t`Shown to learners on the page. You can write it later.`}
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps('content')}
          key={form.key('content')}
        />
      )}
    </FormDialog>
  );
}

function bodyOf({ content, ...values }: Values) {
  return {
    ...values,
    ...fieldsOf(values),
    ...(values.contentType === 'text' && content.trim() !== '' ? { content } : {}),
  };
}
