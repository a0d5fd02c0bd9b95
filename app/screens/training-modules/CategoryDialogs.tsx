import { Text, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { modulesContract } from '#shared/contract/modules.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { type Category } from '#app/screens/training-modules/modules.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Create category (SPEC §2.7, §5): the button is disabled until the name is not blank. */
export function CategoryDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const create = useCommand(modulesContract.createCategory, {
    failure: messages.categoryCreateFailed,
    success: messages.categoryCreated,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { categoryName: '' },
    rules: () => ({}),
    send: ({ categoryName }) => create.mutate({ body: { categoryName: categoryName.trim() } }),
  });
  return (
    <FormDialog
      opened
      title={t`Create Category`}
      submitLabel={<Trans>Create Category</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={create.isPending}
      blocked={form.values.categoryName.trim() === ''}
      changed={form.isDirty()}
      size="md"
    >
      <TextInput
        label={t`Category name`}
        description={t`It gets the next of six colors and is listed last.`}
        withAsterisk
        maxLength={200}
        data-autofocus
        {...form.getInputProps('categoryName')}
        key={form.key('categoryName')}
      />
      <DialogError error={errorOutsideFields(create.error, form.values)} />
    </FormDialog>
  );
}

/** Rename category (MOD-02): its modules keep it under the new name. */
export function RenameCategoryDialog({
  category,
  onDone,
  onClose,
}: {
  readonly category: Category;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const rename = useCommand(modulesContract.renameCategory, {
    failure: messages.categoryRenameFailed,
    success: messages.categoryRenamed,
    onSuccess: ({ name }) => onDone(name),
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { categoryName: category.name },
    rules: () => ({}),
    send: ({ categoryName }) =>
      rename.mutate({
        params: { categoryName: category.name },
        body: { categoryName: categoryName.trim() },
      }),
  });
  const name = form.values.categoryName.trim();
  return (
    <FormDialog
      opened
      title={t`Rename ${category.name}`}
      submitLabel={<Trans>Rename Category</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={rename.isPending}
      blocked={name === '' || name === category.name}
      changed={form.isDirty()}
      size="md"
    >
      <TextInput
        label={t`Category name`}
        description={
          <Plural
            value={category.moduleCount}
            _0="No module is in this category."
            one="# module keeps this category under its new name."
            other="# modules keep this category under its new name."
          />
        }
        withAsterisk
        maxLength={200}
        data-autofocus
        {...form.getInputProps('categoryName')}
        key={form.key('categoryName')}
      />
      <DialogError error={errorOutsideFields(rename.error, form.values)} />
    </FormDialog>
  );
}

/** Delete Category with its confirmation (SPEC §2.7, MOD-02): its modules stay without one. */
export function RemoveCategoryDialog({
  category,
  onClose,
}: {
  readonly category: Category;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const remove = useCommand(modulesContract.removeCategory, {
    failure: messages.categoryDeleteFailed,
    success: messages.categoryDeleted,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened
      destructive
      title={t`Delete ${category.name}?`}
      confirmLabel={<Trans>Delete Category</Trans>}
      effects={
        category.moduleCount === 0 ? (
          <Trans>No module is in this category.</Trans>
        ) : (
          <Plural
            value={category.moduleCount}
            one="# module stays and then has no category."
            other="# modules stay and are then without a category."
          />
        )
      }
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { categoryName: category.name } })}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>People’s training does not change: assignments and completions stay as they are.</Trans>
      </Text>
    </ConfirmDialog>
  );
}
