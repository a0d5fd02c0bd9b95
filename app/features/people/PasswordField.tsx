import { ActionIcon, Button, Code, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { copyText } from '#app/lib/copy-text.ts';
import { messages } from '#app/lib/messages.ts';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';
import classes from '#app/features/people/People.module.css';

const copyFailed: ToastRow = {
  tone: 'destructive',
  title: msg`Not copied`,
  text: msg`This browser does not allow it. Select the password and copy it manually.`,
};

/** An assigned password to read aloud or copy; copying says so (SPEC §2.9). */
export function PasswordField({ password }: { readonly password: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const done = await copyText(password);
    setCopied(done);
    showToast(done ? messages.passwordCopied : copyFailed);
  };
  return (
    <div>
      <Text size="sm" fw={550} mb={4} id="assigned-password">
        <Trans>Password</Trans>
      </Text>
      <Group gap="xs" wrap="nowrap" align="stretch">
        <Code className={classes.password} aria-labelledby="assigned-password" role="group">
          {password}
        </Code>
        <Tooltip label={t`Copy password`}>
          <ActionIcon variant="default" size={42} aria-label={t`Copy password`} onClick={() => void copy()}>
            {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </Group>
    </div>
  );
}

/** The only button of a dialog that only shows information. */
export function DoneButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Group justify="flex-end">
      <Button onClick={onClick}>
        <Trans>Done</Trans>
      </Button>
    </Group>
  );
}
