import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBook, IconDownload, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrViewingContract } from '#shared/contract/hr-viewing.ts';
import { unseenRanges } from '#shared/domain/viewing/pages.ts';
import { kindOf, type ModuleFile } from '#app/features/files/module-file.ts';
import { fileNow } from '#app/features/hr/document-file.ts';
import { ReadingDialog } from '#app/features/hr/ReadingDialog.tsx';
import { UnseenPages } from '#app/features/hr/UnseenPages.tsx';
import { type DocumentSight, untilSeen } from '#app/features/hr/use-page-reports.ts';
import { SignDialog, type SignDialogProps } from '#app/features/signing/SignDialog.tsx';
import { queryFor } from '#app/lib/client.ts';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The document to which a signature applies. */
export interface SignedDocument {
  readonly versionId: number;
  readonly title: string;
  readonly file: ModuleFile;
}

/**
 * The dialog for signing a document (HR-03, HR-04). Until the signer has seen all of it, the dialog shows what is missing and
 * links there. Then it is the same dialog as for every signature.
 */
export function SignDocumentDialog({
  document,
  ...props
}: Omit<SignDialogProps, 'opened'> & { readonly document: SignedDocument }) {
  const { t } = useLingui();
  const phone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false });
  const [startPage, setStartPage] = useState<number | null>(null);
  const [agreed, setAgreed] = useState(false);
  const { versionId, title, file } = document;
  // The document may have been read elsewhere in the meantime, on a phone for instance: it is requested each time.
  const sight = useQuery({
    ...queryFor(hrViewingContract.sight, { params: { versionId } }),
    refetchOnMount: 'always',
    refetchInterval: untilSeen,
  });
  const reading = startPage !== null;
  const seen = sight.data?.contentSeen === true;
  // While the document is being read, the dialog below stays unchanged.
  if ((seen && !reading) || agreed) {
    // Once opened, it stays open: the confirmation is shown in it.
    if (!agreed) setAgreed(true);
    return <SignDialog opened {...props} />;
  }
  return (
    <>
      <Modal
        opened
        onClose={props.onClose}
        title={props.title}
        size={520}
        fullScreen={phone}
        closeOnEscape={!reading}
      >
        <Load query={sight} skeleton={<LineSkeletons label={t`Loading the document...`} count={3} />}>
          {(data) => (
            <ReadFirst sight={data} document={document} onRead={setStartPage} onClose={props.onClose} />
          )}
        </Load>
      </Modal>
      <ReadingDialog
        document={reading ? { versionId, title, file, startPage } : null}
        onSign={() => setStartPage(null)}
        onClose={() => setStartPage(null)}
      />
    </>
  );
}

/** The pages still to read before the signature, and the way to them. */
function ReadFirst({
  sight,
  document,
  onRead,
  onClose,
}: {
  readonly sight: DocumentSight;
  readonly document: SignedDocument;
  readonly onRead: (page: number) => void;
  readonly onClose: () => void;
}) {
  const next = unseenRanges(sight.pages ?? 0, sight.seenPages)[0]?.[0] ?? 1;
  const downloads = kindOf(fileNow(document.file, sight)) === 'download';
  return (
    <Stack gap="md">
      <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
        {document.title}
      </Text>
      <Alert color="yellow" variant="light" icon={<IconEyeOff aria-hidden />}>
        <Text size="sm" fw={550}>
          {sight.preparing ? (
            <Trans>This document is still being prepared.</Trans>
          ) : downloads ? (
            <Trans>Download it before you sign.</Trans>
          ) : (
            <Trans>Read all of it before you sign.</Trans>
          )}
        </Text>
        <UnseenPages sight={sight} />
      </Alert>
      <DialogFooter>
        <Button variant="default" size="md" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          size="md"
          data-autofocus
          leftSection={
            downloads ? <IconDownload size={18} aria-hidden /> : <IconBook size={18} aria-hidden />
          }
          onClick={() => onRead(next)}
        >
          {downloads ? (
            <Trans>Open</Trans>
          ) : next > 1 ? (
            <Trans>Go to page {next}</Trans>
          ) : (
            <Trans>Read</Trans>
          )}
        </Button>
      </DialogFooter>
    </Stack>
  );
}
