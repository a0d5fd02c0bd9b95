import { Button, Text } from '@mantine/core';
import { IconExternalLink, IconLink } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import classes from '#app/features/files/Files.module.css';

/** A training on another website: it opens in a new tab, and receives no data about the person. */
export function LinkPart({ url, onSeen }: { readonly url: string; readonly onSeen: () => void }) {
  const { host } = new URL(url);
  return (
    <div className={classes.prompt}>
      <span className={classes.promptIcon}>
        <IconLink size={34} stroke={1.5} aria-hidden />
      </span>
      <Text fw={650} className={classes.promptTitle}>
        {host}
      </Text>
      <Text size="sm" c="dimmed" className={classes.promptHint}>
        <Trans>
          This training is on another site. It opens in a new tab; return here when you have finished.
        </Trans>
      </Text>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconExternalLink size={18} aria-hidden />}
        onClick={onSeen}
      >
        <Trans>Open the training</Trans>
      </Button>
    </div>
  );
}
