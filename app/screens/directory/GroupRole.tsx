import { Radio, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { directoryContract as contract } from '#shared/contract/directory.ts';
import { directoryRoles, type DirectoryRole } from '#shared/domain/people/directory-roles.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { groupRoles, roleSaved, type DirectoryGroup } from '#app/screens/directory/directory-texts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

const roleOf = (choice: string): DirectoryRole | null =>
  directoryRoles.find((role) => role === choice) ?? null;

/** Chooses the role that the members of a group get (OPS-06). */
export function GroupRole({
  group,
  onClose,
}: {
  readonly group: DirectoryGroup;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const { id, name, role, revision } = group;
  const set = useCommand(contract.setRole, {
    success: roleSaved,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { role: role ?? 'none', reason: '' },
    rules: (values) => ({ reason: values.reason.trim() === '' ? reasonText('reason_required') : undefined }),
    send: (values) =>
      set.mutate({
        params: { id },
        body: { role: roleOf(values.role), reason: values.reason.trim() },
        ifMatch: `"${String(revision)}"`,
      }),
  });
  return (
    <FormDialog
      opened
      title={t`Role of the group`}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={set.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          Members of “{name}” get this role now and when they join. People who leave the group become learners
          again, unless an administrator chose their role.
        </Trans>
      </Text>
      <Radio.Group label={t`Role`} {...form.getInputProps('role')}>
        <Stack gap="xs" mt="xs">
          {(['none', ...directoryRoles] as const).map((choice) => (
            <Radio key={choice} value={choice} label={i18n._(groupRoles[choice])} />
          ))}
        </Stack>
      </Radio.Group>
      <ReasonInput withAsterisk data-autofocus maxLength={500} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(set.error, form.values)} />
    </FormDialog>
  );
}
