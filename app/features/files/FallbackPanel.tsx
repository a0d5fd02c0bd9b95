import { Alert, Button, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDownload,
  IconExternalLink,
  IconFileAlert,
  IconRefresh,
} from '@tabler/icons-react';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { shownUrl, type ModuleFile } from '#app/features/files/module-file.ts';
import { useDownload } from '#app/features/files/use-download.ts';
import classes from '#app/features/files/Files.module.css';
import type { PdfFailure } from '#app/features/pdf/pdf-failure.ts';

const reasons: Readonly<Record<PdfFailure, MessageDescriptor>> = {
  password: msg`It is protected by a password. Please ask an administrator for one without.`,
  damaged: msg`It is damaged or incomplete. Please contact an administrator.`,
  missing: msg`It is no longer available. Please contact an administrator.`,
  unreachable: msg`It could not be fetched from the server.`,
};

/**
 * The options panel of SPEC §2.17, when a document cannot be shown. A private document is never passed to a third-party
 * viewer (VIEW-02): the online document viewer of an office file opens its PDF.
 */
export function FallbackPanel({
  file,
  onRetry,
  why,
}: {
  readonly file: ModuleFile;
  readonly onRetry: () => void;
  /** The problem with the file, if it is known. */
  readonly why?: PdfFailure | undefined;
}) {
  const { i18n } = useLingui();
  const { download, missing } = useDownload(file);
  return (
    <div className={classes.prompt} role="alert">
      <span className={classes.promptIcon} data-alarm>
        <IconFileAlert size={34} stroke={1.5} aria-hidden />
      </span>
      <Text fw={650}>
        <Trans>The document cannot be shown here</Trans>
      </Text>
      {why && <Text size="sm">{i18n._(reasons[why])}</Text>}
      <Text size="sm" c="dimmed" className={classes.promptHint}>
        <Trans>
          Try again, or read it another way. What you read outside of this page does not count towards your
          progress.
        </Trans>
      </Text>
      {missing && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          <Trans>The presentation file is missing. Please contact an administrator.</Trans>
        </Alert>
      )}
      <div className={classes.promptButtons}>
        <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
        <Button
          variant="default"
          component="a"
          href={shownUrl(file)}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {file.conversion ? <Trans>Online document viewer</Trans> : <Trans>Open in new tab</Trans>}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void download()}
        >
          <Trans>Download</Trans>
        </Button>
      </div>
    </div>
  );
}
