import { Alert, Button, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileText, IconPresentation } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { packageNames } from '#shared/domain/modules/course-packages.ts';
import type { ConversionFailure } from '#shared/domain/modules/conversion.ts';
import { useFormat } from '#app/lib/format.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { isPresentation, useDownload } from '#app/features/files/use-download.ts';
import classes from '#app/features/files/Files.module.css';

/**
 * A file that is read outside of the page: presentations and office files as a download prompt (SPEC §2.17), which says
 * whether there will be pages to read (MOD-09).
 */
export function DownloadPart({ file, onSeen }: { readonly file: ModuleFile; readonly onSeen: () => void }) {
  const { bytes } = useFormat();
  const { download, missing, busy } = useDownload(file);
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
      {file.package !== null && (
        <Text size="sm" className={classes.promptHint}>
          <Trans>Course package ({packageNames[file.package]}): it cannot be played here.</Trans>
        </Text>
      )}
      <ConversionLine file={file} />
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
        loading={busy}
        onClick={() => void download().then((done) => done && onSeen())}
      >
        <Trans>Download</Trans>
      </Button>
    </div>
  );
}

/** The progress of converting this file to pages, or why it has none (MOD-09). */
function ConversionLine({ file: { conversion } }: { readonly file: ModuleFile }) {
  return (
    <>
      <div role="status">
        {conversion?.state === 'pending' && (
          <Text size="sm" className={`${classes.promptHint} ${classes.preparing}`}>
            <Loader size={16} aria-hidden />
            <span>
              <Trans>
                This file is being prepared for reading here. The page shows it as soon as it is ready.
              </Trans>
            </span>
          </Text>
        )}
      </div>
      {conversion?.state === 'failed' && (
        <Alert
          color="yellow"
          variant="light"
          className={classes.promptHint}
          icon={<IconAlertTriangle aria-hidden />}
        >
          <Trans>This file cannot be shown here.</Trans> <Failure reason={conversion.reason} />
        </Alert>
      )}
    </>
  );
}

/** The reason why an office file has no pages to read here. */
export function Failure({ reason }: { readonly reason: ConversionFailure }) {
  switch (reason) {
    case 'unreadable':
      return <Trans>It could not be opened: it may be damaged or protected by a password.</Trans>;
    case 'too_slow':
      return <Trans>Preparing it takes too long.</Trans>;
    case 'too_large':
      return <Trans>It has too many pages.</Trans>;
    case 'interrupted':
      return <Trans>Preparing it was interrupted several times.</Trans>;
    case 'empty':
      return <Trans>Its pages are blank: they have no text or pictures.</Trans>;
  }
}
