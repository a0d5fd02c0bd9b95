import { Alert, Button, Group } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Download } from '#app/lib/use-download.ts';

/** A file that did not arrive: the reason stays on the page, with Retry (RPT-02, SHELL-07). */
export function DownloadFailure<Key extends string>({ download }: { readonly download: Download<Key> }) {
  const { t } = useLingui();
  const { failed, save, dismiss } = download;
  if (!failed) return null;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={<Trans>The export failed</Trans>}
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={dismiss}
    >
      <Group gap="sm">
        <span>{failed.text}</span>
        <Button size="compact-sm" variant="default" onClick={() => save(failed.key)}>
          <Trans>Retry</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
