import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans } from '@lingui/react/macro';
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hrViewingContract } from '#shared/contract/hr-viewing.ts';
import { FilePreview } from '#app/features/files/FilePreview.tsx';
import { shownUrl, type ModuleFile } from '#app/features/files/module-file.ts';
import { fileNow } from '#app/features/hr/document-file.ts';
import { UnseenPages } from '#app/features/hr/UnseenPages.tsx';
import { untilSeen, usePageReports } from '#app/features/hr/use-page-reports.ts';
import { queryFor } from '#app/lib/client.ts';

/** A document that is opened to be read before it is signed (HR-03, HR-04). */
export interface ReadDocument {
  readonly versionId: number;
  readonly title: ReactNode;
  readonly file: ModuleFile;
  /** The page at which a PDF opens. */
  readonly startPage?: number;
}

/**
 * Shows a document and reports which of its pages were seen; the pages still missing before it can be signed are shown below
 * (HR-03, HR-04).
 */
export function ReadingDialog({
  document,
  onSign,
  onClose,
}: {
  readonly document: ReadDocument | null;
  /** Continues to the signature; absent if there is nothing to sign. */
  readonly onSign?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={document !== null}
      onClose={onClose}
      title={document?.title}
      size={1080}
      fullScreen={phone}
    >
      {document && <Reading document={document} onSign={onSign} />}
    </Modal>
  );
}

function Reading({
  document: { versionId, file, startPage },
  onSign,
}: {
  readonly document: ReadDocument;
  readonly onSign: (() => void) | undefined;
}) {
  const sight = useQuery({
    ...queryFor(hrViewingContract.sight, { params: { versionId } }),
    refetchInterval: untilSeen,
  });
  const shown = sight.data ? fileNow(file, sight.data) : file;
  const onPageSeen = usePageReports(versionId, shownUrl(shown));
  return (
    <>
      <FilePreview file={shown} {...(startPage === undefined ? {} : { startPage })} onPageSeen={onPageSeen} />
      {sight.data && (
        <Group justify="space-between" gap="sm" mt="sm">
          <div role="status">
            <UnseenPages sight={sight.data} />
          </div>
          {onSign && sight.data.contentSeen && (
            <Button leftSection={<IconSignature size={18} aria-hidden />} onClick={onSign}>
              <Trans>Continue to signing</Trans>
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
