import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { DownloadPart } from '#app/features/files/DownloadPart.tsx';
import { FallbackPanel } from '#app/features/files/FallbackPanel.tsx';
import classes from '#app/features/files/Files.module.css';
import { kindOf, type ModuleFile } from '#app/features/files/module-file.ts';
import { PdfPart } from '#app/features/files/PdfPart.tsx';
import { readText } from '#app/features/files/read-text.ts';
import { keyOf, send } from '#app/lib/client.ts';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/**
 * Shows a stored file in the page (SPEC §2.7, §9; MOD-09). PDFs are 600 px high; pictures, videos and texts are shown too; other
 * types are offered as a download.
 */
export function FilePreview({
  file,
  startPage = 1,
  onPageSeen,
}: {
  readonly file: ModuleFile;
  /** The page at which a PDF opens. */
  readonly startPage?: number;
  /** A page was half visible for one second (VIEW-03). */
  readonly onPageSeen?: (page: number) => void;
}) {
  const kind = kindOf(file);
  return (
    <div className={classes.preview} data-kind={kind}>
      {kind === 'pdf' && (
        <PdfPart file={file} startPage={startPage} {...(onPageSeen ? { onPageSeen } : {})} />
      )}
      {kind === 'image' && <PicturePreview file={file} />}
      {kind === 'video' && <VideoPreview file={file} />}
      {kind === 'textFile' && <TextPreview file={file} />}
      {kind === 'download' && <DownloadPart file={file} onSeen={() => undefined} />}
    </div>
  );
}

/** A picture, or a placeholder if it cannot be shown (SPEC §2.7). */
function PicturePreview({ file }: { readonly file: ModuleFile }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <div className={classes.prompt} role="img" aria-label={file.originalName}>
        <span className={classes.promptIcon}>
          <IconPhotoOff size={34} stroke={1.5} aria-hidden />
        </span>
        <Text size="sm" c="dimmed">
          <Trans>This picture cannot be shown.</Trans>
        </Text>
      </div>
    );
  }
  return (
    <div className={classes.picture}>
      <img src={file.url} alt={file.originalName} onError={() => setFailed(true)} />
    </div>
  );
}

function VideoPreview({ file }: { readonly file: ModuleFile }) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <FallbackPanel
        file={file}
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  const name = file.originalName;
  return (
    <div className={classes.video}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come with the file where it has them */}
      <video
        key={attempt}
        src={file.url}
        controls
        playsInline
        preload="metadata"
        aria-label={t`Video ${name}`}
        onError={() => setFailed(true)}
      />
    </div>
  );
}

function TextPreview({ file }: { readonly file: ModuleFile }) {
  const { t } = useLingui();
  const params = { filename: file.name };
  const query = useQuery({
    queryKey: keyOf(modulesContract.file, { params }),
    queryFn: async ({ signal }) => readText(await send(modulesContract.file, { params, signal })),
  });
  return (
    <Load
      query={query}
      skeleton={<LineSkeletons label={t`Loading the document...`} />}
      failed={() => <FallbackPanel file={file} onRetry={() => void query.refetch()} />}
    >
      {(text) => (
        <pre
          className={classes.plain}
          // It must be scrollable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="region"
          aria-label={t`Text of ${file.originalName}`}
        >
          {text}
        </pre>
      )}
    </Load>
  );
}
