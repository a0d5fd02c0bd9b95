import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { passkeyNameForm, passkeysContract as contract } from '#shared/contract/passkeys.ts';
import { passkeyMessages } from '#app/features/passkeys/passkey-texts.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

interface DialogProps {
  readonly passkey: { readonly id: number; readonly name: string };
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Renames a passkey (AUTH-19). */
export function RenamePasskeyDialog(props: DialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={<Trans>Rename passkey</Trans>} size={440}>
      <Rename {...props} />
    </Modal>
  );
}

function Rename({ passkey: { id, name }, onClose }: DialogProps) {
  const { t } = useLingui();
  const rename = useCommand(contract.rename, {
    success: passkeyMessages.renamed,
    onSuccess: onClose,
    onError: (error) => void showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { name },
    rules: passkeyNameForm,
    send: (body) => rename.mutate({ params: { passkeyId: id }, body }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t`Name`} maxLength={60} data-autofocus {...form.getInputProps('name')} />
        <DialogError error={rename.error} />
        <DialogFooter>
          <Button variant="default" onClick={onClose} disabled={rename.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={rename.isPending}>
            <Trans>Rename</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
