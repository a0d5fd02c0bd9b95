import { Button, Group, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconClockExclamation, IconEye, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import type { hrOwnContract } from '#shared/contract/hr-own.ts';
import { shownFile } from '#app/features/hr/document-file.ts';
import { signatureToShow } from '#app/features/hr/signature-to-show.ts';
import { ReadingDialog } from '#app/features/hr/ReadingDialog.tsx';
import { SignDocumentDialog, type SignedDocument } from '#app/features/hr/SignDocumentDialog.tsx';
import { ProofButton } from '#app/features/training/ProofButton.tsx';
import { call } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type ToRead = ResponseOf<typeof hrOwnContract.documents>['documents'][number];

const documentOf = ({ versionId, title, file, requestedAt }: ToRead): SignedDocument => ({
  versionId,
  title,
  file: shownFile({ file, uploadedAt: requestedAt, uploadedBy: null }),
});

const isOverdue = ({ acknowledgedAt, dueInDays }: ToRead): boolean =>
  acknowledgedAt === null && dueInDays !== null && dueInDays < 0;

/** Documents that the person must read and acknowledge, with their due dates (HR-04). */
export function OwnReading({ documents }: { readonly documents: readonly ToRead[] }) {
  const [shown, setShown] = useState<ToRead | null>(null);
  const [signing, setSigning] = useState<ToRead | null>(null);
  const goOn =
    shown?.acknowledgedAt === null
      ? () => {
          setSigning(shown);
          setShown(null);
        }
      : undefined;
  return (
    <Stack gap="md">
      {documents.map((document) => (
        <OneToRead
          key={document.id}
          document={document}
          onRead={() => setShown(document)}
          onSign={() => setSigning(document)}
        />
      ))}
      <ReadingDialog document={shown && documentOf(shown)} onSign={goOn} onClose={() => setShown(null)} />
      {signing && <Acknowledge document={signing} onClose={() => setSigning(null)} />}
    </Stack>
  );
}

function OneToRead({
  document,
  onRead,
  onSign,
}: {
  readonly document: ToRead;
  readonly onRead: () => void;
  readonly onSign: () => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { title, dueOn, acknowledgedAt } = document;
  const version = number(document.versionNumber);
  return (
    <div>
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        <Trans>Version {document.versionNumber}</Trans> · {document.organizationName} ·{' '}
        <Trans>
          Requested <Moment value={document.requestedAt} />
        </Trans>
        {dueOn !== null && acknowledgedAt === null && (
          <>
            {' · '}
            <Trans>
              Due <CalendarDate value={dueOn} />
            </Trans>
          </>
        )}
      </Text>
      <Group gap="xs" mt={6}>
        {isOverdue(document) && (
          <ToneBadge tone="red" icon={IconClockExclamation} size="sm">
            <Trans>Overdue</Trans>
          </ToneBadge>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconEye size={15} aria-hidden />}
          aria-label={t`Read ${title}, version ${version}`}
          onClick={onRead}
        >
          <Trans>Read</Trans>
        </Button>
        {acknowledgedAt === null ? (
          <Button
            size="compact-sm"
            leftSection={<IconSignature size={15} aria-hidden />}
            aria-label={t`Acknowledge ${title}, version ${version}`}
            onClick={onSign}
          >
            <Trans>Acknowledge</Trans>
          </Button>
        ) : (
          <>
            <ToneBadge tone="green" icon={IconCheck} size="sm">
              <Trans>
                Acknowledged <EvidenceTime value={acknowledgedAt} timeZone={document.acknowledgedTimeZone} />
              </Trans>
            </ToneBadge>
            <ProofButton proven={{ acknowledgementId: document.id }} of={t`${title}, version ${version}`} />
          </>
        )}
      </Group>
    </div>
  );
}

function Acknowledge({ document, onClose }: { readonly document: ToRead; readonly onClose: () => void }) {
  const invalidate = useInvalidate();
  const { number } = useFormat();
  const refresh = () => void invalidate(hrDocumentsContract.acknowledge);
  return (
    <SignDocumentDialog
      document={documentOf(document)}
      title={<Trans>Acknowledge the document</Trans>}
      facts={[
        [<Trans key="d">Document</Trans>, document.title],
        [<Trans key="v">Version</Trans>, number(document.versionNumber)],
      ]}
      statement="document_acknowledged"
      sign={async (signature) => {
        const answer = await call(hrDocumentsContract.acknowledge, {
          params: { id: document.id },
          body: { signature },
        });
        return signatureToShow(answer.signature);
      }}
      onSigned={refresh}
      // After a refusal the document is no longer pending, or has a newer version: the list is refreshed once the reason was read.
      onClose={() => {
        onClose();
        refresh();
      }}
    />
  );
}
