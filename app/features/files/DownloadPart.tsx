import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileText, IconPresentation } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { isPresentation, useDownload } from '#app/features/files/use-download.ts';
import classes from '#app/features/files/Files.module.css';

/** A file that is read outside of the page: presentations and office files as a download prompt (SPEC §2.17). */
export function DownloadPart({ file, onSeen }: { readonly file: ModuleFile; readonly onSeen: () => void }) {
  const { bytes } = useFormat();
  const { download, missing } = useDownload(file);
  const presentation = isPresentation(file);
  const TheIcon = presentation ? IconPresentation : IconFileText;
  return (
    <div className={classes.prompt}>
      <span className={classes.promptIcon}>
        <TheIcon size={34} stroke={1.5} aria-hidden />
      </span>
      <Text fw={650} className={classes.promptTitle}>
        {file.originalName}
      </Text>
      <Text size="sm" c="dimmed">
        {bytes(file.size)}
      </Text>
      <Text size="sm" c="dimmed" className={classes.promptHint}>
        {presentation ? (
          <Trans>Download the presentation and open it on your device.</Trans>
        ) : (
          <Trans>Download the file and open it on your device.</Trans>
        )}
      </Text>
      {missing && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          <Trans>The presentation file is missing. Please contact an administrator.</Trans>
        </Alert>
      )}
      <Button
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => void download().then((done) => done && onSeen())}
      >
        <Trans>Download</Trans>
      </Button>
    </div>
  );
}
