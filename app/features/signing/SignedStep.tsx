import { Button, Stack } from '@mantine/core';
import { IconAward, IconCircleCheck } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { Facts } from '#app/features/signing/Facts.tsx';
import type { CreatedSignature } from '#app/features/signing/signature-input.ts';
import classes from '#app/features/signing/Signing.module.css';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';
import { EvidenceTime } from '#app/ui/Moment.tsx';

/** The confirmation: printed name, time with zone, meaning, and the way to the certificate (SIG-01, SIG-04). */
export function SignedStep({
  signature,
  onClose,
}: {
  readonly signature: CreatedSignature;
  readonly onClose: () => void;
}) {
  const { printedName, signedAt, timeZone, meaning, certificateUrl } = signature;
  return (
    <Stack gap="md">
      <output className={classes.verdict} data-verdict="valid">
        <IconCircleCheck size={22} aria-hidden />
        <strong>
          <Trans>Your signature is recorded.</Trans>
        </strong>
      </output>
      <Facts
        rows={[
          [<Trans key="n">Signed by</Trans>, printedName],
          [
            <Trans key="t">Signed at</Trans>,
            <EvidenceTime key="v" value={signedAt} timeZone={timeZone} full />,
          ],
          [<Trans key="m">Meaning of the signature</Trans>, meaning],
        ]}
      />
      <DialogFooter className={classes.buttons}>
        {certificateUrl !== null && (
          <Button
            size="md"
            variant="default"
            component="a"
            href={certificateUrl}
            target="_blank"
            rel="noopener"
            leftSection={<IconAward size={18} aria-hidden />}
          >
            <Trans>Open the certificate</Trans>
          </Button>
        )}
        <Button size="md" onClick={onClose} data-autofocus>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </Stack>
  );
}
