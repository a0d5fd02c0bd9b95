import { Alert, NumberInput, Select, SimpleGrid, TextInput, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MODULE_TEXT_MAX, moduleCreateBody } from '#shared/contract/module-schemas.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { secondDialogContentTypes } from '#shared/domain/modules/content-types.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorsByField, useAppForm } from '#app/lib/forms.ts';
import { contentTypeLabels } from '#app/screens/training-modules/labels.ts';
import { useSaveModule } from '#app/screens/training-modules/use-save-module.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends Record<string, unknown> {
  title: string;
  description: string;
  contentType: string;
  trainingCategory: string;
  duration: number | string;
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
  const { t, i18n } = useLingui();
  const categories = useQuery(queryFor(modulesContract.categories));
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: {
      title: '',
      description: '',
      contentType: '',
      trainingCategory: category ?? '',
      duration: 0,
      content: '',
    },
    rules: (values) => {
      const result = moduleCreateBody.safeParse(bodyOf(values));
      if (result.success) return {};
      return errorsByField(
        result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
      );
    },
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
      {save.failure && (
        <Alert color="red" role="alert">
          {save.failure}
        </Alert>
      )}
      <TextInput
        label={t`Title`}
        withAsterisk
        data-autofocus
        {...form.getInputProps('title')}
        key={form.key('title')}
      />
      <Textarea
        label={t`Description`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
        key={form.key('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t`Content type`}
          withAsterisk
          data={secondDialogContentTypes.map((type) => ({
            value: type,
            label: contentTypeLabels[type] ? i18n._(contentTypeLabels[type]) : type,
          }))}
          {...form.getInputProps('contentType')}
          key={form.key('contentType')}
        />
        <Select
          label={t`Training Category`}
          data={[
            { value: '', label: t`Without a category` },
            ...(categories.data ?? []).map(({ name }) => ({ value: name, label: name })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('trainingCategory')}
          key={form.key('trainingCategory')}
        />
        <NumberInput
          label={t`Duration (minutes)`}
          min={0}
          allowDecimal={false}
          {...form.getInputProps('duration')}
          key={form.key('duration')}
        />
      </SimpleGrid>
      {form.values.contentType === 'text' && (
        <Textarea
          label={t`Text`}
          description={t`Shown to learners in the page. It can be written later.`}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MODULE_TEXT_MAX}
          {...form.getInputProps('content')}
          key={form.key('content')}
        />
      )}
    </FormDialog>
  );
}

function bodyOf({ content, ...values }: Values): Record<string, unknown> {
  return {
    ...values,
    contentType: values.contentType === '' ? undefined : values.contentType,
    trainingCategory: values.trainingCategory || null,
    duration: values.duration === '' ? 0 : values.duration,
    ...(values.contentType === 'text' && content.trim() !== '' ? { content } : {}),
  };
}
