import { Alert, Button, Checkbox, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import classes from '#app/features/two-factor/TwoFactor.module.css';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/** The ten recovery codes, shown once (AUTH-09): to copy, to download, and to store before the person continues. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const { t } = useLingui();
  const [kept, setKept] = useState(false);
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
        <Trans>
          These codes are shown only once. Store them where you can reach them without your phone: each signs
          you in once instead of your authenticator or passkey.
        </Trans>
      </Alert>
      <ol className={classes.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={t`traintrail-recovery-codes.txt`}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          <Trans>Download</Trans>
        </Button>
      </Group>
      <Text component="div" size="sm">
        <Checkbox
          label={t`I have saved the codes.`}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
      </Text>
      <DialogFooter>
        <Button onClick={onDone} disabled={!kept}>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </Stack>
  );
}
