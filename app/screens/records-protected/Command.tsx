import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { copyText } from '#app/lib/copy-text.ts';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';
import classes from '#app/screens/records-protected/RecordsProtected.module.css';

const copied: ToastRow = {
  tone: 'default',
  title: msg`Command copied`,
  text: msg`Paste it into a terminal.`,
};
const notCopied: ToastRow = {
  tone: 'destructive',
  title: msg`The command was not copied`,
  text: msg`Select it and copy it.`,
};

/** A line for a terminal, with a button that copies it. */
export function Command({ line }: { readonly line: string }) {
  const { t } = useLingui();
  const copy = async (): Promise<void> => showToast((await copyText(line)) ? copied : notCopied);
  return (
    <div className={classes.command}>
      <code>{line}</code>
      <Tooltip label={t`Copy command`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t`Copy command`}
          onClick={() => void copy()}
        >
          <IconCopy size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
