import { Button, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { packageNames } from '#shared/domain/modules/course-packages.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { useFormat } from '#app/lib/format.ts';
import { FileWarning } from '#app/screens/training-modules/content/FileWarning.tsx';
import classes from '#app/screens/training-modules/Dialogs.module.css';
import { Moment } from '#app/ui/Moment.tsx';

/** The files of a version: size, SHA-256, person and time of the upload, and the ways to look at them (MOD-11). */
export function FileFacts({
  files,
  onPreview,
}: {
  readonly files: readonly ModuleFile[];
  readonly onPreview: (file: ModuleFile) => void;
}) {
  const { t } = useLingui();
  return (
    <ol className={classes.files} aria-label={t`Files of this version`}>
      {files.map((file) => (
        <li key={file.name} className={classes.file}>
          <div className={classes.fileWords}>
            <Text size="sm" fw={550}>
              {file.originalName}
            </Text>
            <Facts file={file} />
            <FileWarning file={file} />
            <Text size="xs" c="dimmed" className={classes.hash} translate="no">
              SHA-256 <code>{file.sha256}</code>
            </Text>
          </div>
          <div className={classes.fileTools}>
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconEye size={15} aria-hidden />}
              aria-label={t`Preview ${file.originalName}`}
              onClick={() => onPreview(file)}
            >
              <Trans>Preview</Trans>
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              component="a"
              href={`${file.url}?download=true`}
              leftSection={<IconDownload size={15} aria-hidden />}
              aria-label={t`Download ${file.originalName}`}
            >
              <Trans>Download</Trans>
            </Button>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Facts({ file }: { readonly file: ModuleFile }) {
  const { bytes } = useFormat();
  return (
    <Text size="xs" c="dimmed">
      {bytes(file.size)}
      {file.pages !== null && (
        <>
          {' · '}
          <Plural value={file.pages} one="# page" other="# pages" />
        </>
      )}
      {file.package !== null && (
        <>
          {' · '}
          <Trans>Course package ({packageNames[file.package]}), download only</Trans>
        </>
      )}
      {' · '}
      {file.uploadedBy === null ? (
        <Trans>
          Stored <Moment value={file.uploadedAt} show="dateTime" />
        </Trans>
      ) : (
        <Trans>
          Stored <Moment value={file.uploadedAt} show="dateTime" /> by {file.uploadedBy}
        </Trans>
      )}
    </Text>
  );
}
