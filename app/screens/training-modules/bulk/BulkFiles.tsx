import { ActionIcon, Alert, Progress, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconFile,
  IconUpload,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '#app/lib/format.ts';
import type { BulkFile, BulkState, FileState } from '#app/screens/training-modules/bulk/bulk-run.ts';
import classes from '#app/screens/training-modules/Dialogs.module.css';
import type { Tone } from '#app/theme/tokens.ts';

/** The chosen files, each with the reason if it cannot be sent, and a button to leave it out. */
export function ChosenFiles({
  files,
  refusalOf,
  onChange,
}: {
  readonly files: readonly File[];
  readonly refusalOf: (file: File) => string | null;
  readonly onChange: (files: readonly File[]) => void;
}) {
  const { t } = useLingui();
  const { bytes } = useFormat();
  return (
    <ul className={classes.files} aria-label={t`Chosen files`}>
      {files.map((file, place) => {
        const refusal = refusalOf(file);
        return (
          <li key={`${file.name} ${String(place)}`} className={classes.file}>
            <FileIcon
              tone={refusal === null ? 'gray' : 'red'}
              icon={refusal === null ? IconFile : IconAlertTriangle}
            />
            <div className={classes.fileWords}>
              <Text size="sm">{file.name}</Text>
              <Text size="xs" c={refusal === null ? 'dimmed' : 'var(--tt-red-text)'}>
                {refusal ?? bytes(file.size)}
              </Text>
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Remove ${file.name}`}
              onClick={() => onChange(files.filter((_, index) => index !== place))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}

/** A run: its progress, then the result of each file with its reason (MOD-05, UI.md 'Long work'). */
export function RunFiles({ run }: { readonly run: BulkState }) {
  const { t } = useLingui();
  const count = (state: FileState): number => run.files.filter((file) => file.state === state).length;
  const stored = count('stored');
  const bad = count('refused');
  const size = run.files.reduce((sum, { file }) => sum + file.size, 0);
  const sent = run.files.reduce((sum, { file, share }) => sum + file.size * share, 0);
  return (
    <>
      {run.running ? (
        <div>
          <Text size="sm" mb={6} role="status" className="tt-figures">
            <Trans>
              {stored} of {run.files.length} files stored
            </Trans>
          </Text>
          <Progress
            value={size === 0 ? 0 : (sent / size) * 100}
            aria-label={t`Upload of all files`}
            striped
            animated
          />
        </div>
      ) : (
        <Alert
          color={bad > 0 ? 'red' : 'teal'}
          variant="light"
          role="status"
          icon={bad > 0 ? <IconAlertTriangle aria-hidden /> : <IconCircleCheck aria-hidden />}
        >
          <Plural value={stored} one="# file was stored." other="# files were stored." />{' '}
          {bad > 0 && (
            <Plural value={bad} one="# file was not accepted." other="# files were not accepted." />
          )}
        </Alert>
      )}
      <ul className={classes.files} aria-label={t`Files of this upload`}>
        {run.files.map((file, place) => (
          <RunFile key={`${file.file.name} ${String(place)}`} file={file} />
        ))}
      </ul>
    </>
  );
}

const looks: Readonly<Record<FileState, readonly [Tone, Icon]>> = {
  waiting: ['gray', IconClock],
  sending: ['blue', IconUpload],
  stored: ['green', IconCircleCheck],
  refused: ['red', IconAlertTriangle],
  cancelled: ['gray', IconBan],
};

function RunFile({ file }: { readonly file: BulkFile }) {
  const { t } = useLingui();
  const { bytes, percent } = useFormat();
  const [tone, icon] = looks[file.state];
  const { name } = file.file;
  const words: Readonly<Record<FileState, ReactNode>> = {
    waiting: <Trans>Waiting</Trans>,
    sending: file.share < 1 ? percent(file.share * 100) : <Trans>Being checked and stored</Trans>,
    stored: file.module === null ? <Trans>Stored</Trans> : <Trans>Stored in “{file.module}”</Trans>,
    refused: file.reason,
    cancelled: <Trans>Not sent: the upload was cancelled</Trans>,
  };
  return (
    <li className={classes.file} data-state={file.state}>
      <FileIcon tone={tone} icon={icon} />
      <div className={classes.fileWords}>
        <Text size="sm">
          {name}{' '}
          <Text span size="xs" c="dimmed">
            ({bytes(file.file.size)})
          </Text>
        </Text>
        <Text size="xs" c={file.state === 'refused' ? 'var(--tt-red-text)' : 'dimmed'}>
          {words[file.state]}
        </Text>
        {file.isBlank === true && (
          <Text size="xs" c="var(--tt-amber-text)">
            <Trans>Its pages have no text or pictures. Check the file.</Trans>
          </Text>
        )}
        {file.state === 'sending' && (
          <Progress size="xs" mt={4} value={file.share * 100} aria-label={t`Upload of ${name}`} />
        )}
      </div>
    </li>
  );
}

function FileIcon({ tone, icon: TheIcon }: { readonly tone: Tone; readonly icon: Icon }) {
  return (
    <span
      className={classes.fileIcon}
      style={{ color: `var(--tt-${tone}-text)`, backgroundColor: `var(--tt-${tone}-tint)` }}
    >
      <TheIcon size={17} stroke={1.8} aria-hidden />
    </span>
  );
}
