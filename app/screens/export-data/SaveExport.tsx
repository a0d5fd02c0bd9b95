import { Button, Group, Text, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { exportsContract } from '#shared/contract/exports.ts';
import { savedExportsContract as contract } from '#shared/contract/saved-exports.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

type Definition = BodyOf<typeof exportsContract.request>;
const savedToast: ToastRow = {
  tone: 'default',
  title: msg`Export saved`,
  text: msg`Find it under Saved exports.`,
};
const failed: ToastRow = {
  tone: 'destructive',
  title: msg`The export was not saved`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Saves the choice under a name, or changes a saved export (RPT-03). */
export function SaveExport({
  definition: { dataSet, format, columns, filters },
  saved,
  onSaved,
}: {
  readonly definition: Definition;
  /** The id of the saved export that is being changed; empty: none. */
  readonly saved: string;
  readonly onSaved: (id: string) => void;
}) {
  const { t } = useLingui();
  const [naming, setNaming] = useState(false);
  const list = useQuery({ ...queryFor(contract.list, { query: { limit: 200 } }), enabled: saved !== '' });
  const one = list.data?.find(({ id }) => String(id) === saved);
  const change = useCommand(contract.change, {
    success: savedToast,
    failure: failed,
    onSuccess: () => onSaved(''),
  });
  const body = { dataSet, format, columns, filters };
  return (
    <Group gap="xs" justify="flex-end">
      {one && (
        <>
          <Text size="sm" mr="auto" style={{ overflowWrap: 'anywhere' }}>
            <Trans>You are changing the saved export “{one.name}”.</Trans>
          </Text>
          <Button variant="subtle" onClick={() => onSaved('')}>
            <Trans>Stop changing</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={18} aria-hidden />}
            loading={change.isPending}
            onClick={() => change.mutate({ params: { id: one.id }, body: { name: one.name, ...body } })}
          >
            <Trans>Save changes</Trans>
          </Button>
        </>
      )}
      <Button
        variant="default"
        leftSection={<IconDeviceFloppy size={18} aria-hidden />}
        onClick={() => setNaming(true)}
      >
        {one ? <Trans>Save as new</Trans> : <Trans>Save export</Trans>}
      </Button>
      {naming && (
        <NameDialog
          title={t`Save export`}
          label={<Trans>Save export</Trans>}
          first=""
          definition={body}
          onClose={() => setNaming(false)}
          onSaved={() => {
            setNaming(false);
            onSaved('');
          }}
        />
      )}
    </Group>
  );
}

/** Requests the name under which an export is saved: a new one, or a copy of another. */
export function NameDialog({
  title,
  label,
  first,
  definition,
  onClose,
  onSaved,
}: {
  readonly title: string;
  readonly label: React.ReactNode;
  readonly first: string;
  readonly definition: Omit<BodyOf<typeof contract.create>, 'name'>;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { t } = useLingui();
  const create = useCommand(contract.create, {
    success: savedToast,
    onSuccess: onSaved,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { name: first },
    rules: ({ name }) => ({ name: name.trim() === '' ? reasonText('name_needed') : undefined }),
    send: ({ name }) => create.mutate({ body: { name: name.trim(), ...definition } }),
  });
  return (
    <FormDialog
      opened
      title={title}
      submitLabel={label}
      onSubmit={submit}
      onClose={onClose}
      busy={create.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <TextInput
        label={t`Name`}
        description={t`The data set, filters, columns and format are saved, not the data.`}
        withAsterisk
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <DialogError error={errorOutsideFields(create.error, form.values)} />
    </FormDialog>
  );
}
