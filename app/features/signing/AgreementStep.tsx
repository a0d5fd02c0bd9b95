import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { signaturesContract } from '#shared/contract/signatures.ts';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { agreementTexts } from '#app/features/signing/agreement-texts.ts';
import classes from '#app/features/signing/Signing.module.css';
import { useCommand } from '#app/lib/query.ts';
import { refreshSession } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** The agreement before the first signature (SIG-03): its text and the checkbox; the signature then continues automatically. */
export function AgreementStep({
  onAccepted,
  onCancel,
}: {
  readonly onAccepted: () => void;
  readonly onCancel: () => void;
}) {
  const { i18n, t } = useLingui();
  const translatedAgreement = agreementTexts[currentAgreement.version];
  const client = useQueryClient();
  const [ticked, setTicked] = useState(false);
  const [missing, setMissing] = useState(false);
  const accept = useCommand(signaturesContract.acceptAgreement, {
    onSuccess: () => {
      onAccepted();
      void refreshSession(client);
    },
    onError: () => true,
  });
  const submit = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    setMissing(!ticked);
    if (ticked) accept.mutate({ body: { accepted: true } });
  };
  const { version } = currentAgreement;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>
            Before your first signature, please read and accept this agreement. You are asked only once.
          </Trans>
        </Text>
        <Alert variant="light" color="teal" className={classes.agreement}>
          <p>{translatedAgreement === undefined ? currentAgreement.text : i18n._(translatedAgreement)}</p>
          <p className={classes.agreementVersion}>
            <Trans>Version {version}</Trans>
          </p>
        </Alert>
        <Checkbox
          label={<Trans>I have read the agreement and accept it.</Trans>}
          checked={ticked}
          error={missing ? t`Accept the agreement to continue` : undefined}
          onChange={(event) => {
            setTicked(event.currentTarget.checked);
            setMissing(false);
          }}
          data-autofocus
        />
        <DialogError error={accept.error} />
        <DialogFooter className={classes.buttons}>
          <Button variant="default" onClick={onCancel} disabled={accept.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={accept.isPending}>
            <Trans>Accept and continue</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}
