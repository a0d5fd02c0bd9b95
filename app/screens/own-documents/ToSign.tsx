import { Button, Group, Stack, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconEye, IconSignature } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { useAgreementFacts } from '#app/features/hr/agreement-facts.tsx';
import { AgreementBadge } from '#app/features/hr/AgreementBadge.tsx';
import { shownFile } from '#app/features/hr/document-file.ts';
import { FileDialog } from '#app/features/files/FileDialog.tsx';
import { madeOf } from '#app/features/hr/made-signature.ts';
import { SignDialog } from '#app/features/signing/SignDialog.tsx';
import { call } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { reportFailure, useInvalidate } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Own = ResponseOf<typeof hrOwnContract.documents>;
type Agreement = Own['agreements'][number];
type ToRead = Own['documents'][number];

const notOpened: ToastRow = {
  tone: 'destructive',
  title: msg`The agreement could not be opened`,
  serverFirst: true,
};

/** Agreements to which the person is a party (HR-03): read, then sign. */
export function OwnAgreements({ agreements }: { readonly agreements: readonly Agreement[] }) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const factsOf = useAgreementFacts();
  const [opened, setOpened] = useState<{ readonly title: string; readonly file: ModuleFile } | null>(null);
  const lastAsked = useRef(0);
  const [signing, setSigning] = useState<Agreement | null>(null);
  const refresh = () => void invalidate(hrOwnContract.documents, hrOwnContract.open);
  const open = async (agreement: Agreement): Promise<void> => {
    lastAsked.current = agreement.id;
    try {
      const { title, versions } = await call(hrAgreementsContract.get, { params: { id: agreement.id } });
      // Another one was asked for meanwhile: that one is shown.
      if (lastAsked.current !== agreement.id) return;
      if (versions[0]) setOpened({ title, file: shownFile(versions[0]) });
    } catch (error) {
      if (error instanceof Error) reportFailure(error, notOpened);
    }
  };
  const waits = (agreement: Agreement) =>
    agreement.state === 'out_for_signature' && !agreement.signed.includes('party');
  return (
    <Stack gap="md">
      {agreements.map((agreement) => (
        <div key={agreement.id}>
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {agreement.title}
          </Text>
          <Text size="xs" c="dimmed">
            {agreement.organizationName} · <CalendarDate value={agreement.startsOn} />
            {agreement.endsOn && (
              <>
                {' – '}
                <CalendarDate value={agreement.endsOn} />
              </>
            )}
          </Text>
          <Group gap="xs" mt={6}>
            <AgreementBadge state={agreement.state} size="sm" />
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconEye size={15} aria-hidden />}
              aria-label={t`Read ${agreement.title}`}
              onClick={() => void open(agreement)}
            >
              <Trans>Read</Trans>
            </Button>
            {waits(agreement) ? (
              <Button
                size="compact-sm"
                leftSection={<IconSignature size={15} aria-hidden />}
                aria-label={t`Sign ${agreement.title}`}
                onClick={() => setSigning(agreement)}
              >
                <Trans>Sign</Trans>
              </Button>
            ) : (
              agreement.signed.includes('party') && (
                <ToneBadge tone="green" icon={IconCheck} size="sm">
                  <Trans>Signed by you</Trans>
                </ToneBadge>
              )
            )}
          </Group>
        </div>
      ))}
      <FileDialog file={opened?.file ?? null} title={opened?.title} onClose={() => setOpened(null)} />
      <SignDialog
        opened={signing !== null}
        title={<Trans>Sign the agreement</Trans>}
        facts={signing ? factsOf(signing) : []}
        statement={statementFor('agreed_as_party').text}
        sign={async (signature) => {
          const answer = await call(hrAgreementsContract.sign, {
            params: { id: signing?.id ?? 0 },
            ifMatch: `"${String(signing?.revision ?? 0)}"`,
            body: { signature },
          });
          return madeOf(answer.signatures.find(({ side }) => side === 'party'));
        }}
        onSigned={refresh}
        // It was taken back, ended or changed meanwhile: the list behind shows what holds now.
        onFailed={refresh}
        onClose={() => setSigning(null)}
      />
    </Stack>
  );
}

/** Documents that the person is asked to read and acknowledge (HR-04). */
export function OwnReading({ documents }: { readonly documents: readonly ToRead[] }) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { number } = useFormat();
  const readingOf = ({ title, versionNumber }: ToRead) => {
    const version = number(versionNumber);
    return t`Read ${title}, version ${version}`;
  };
  const acknowledgingOf = ({ title, versionNumber }: ToRead) => {
    const version = number(versionNumber);
    return t`Acknowledge ${title}, version ${version}`;
  };
  const [shown, setShown] = useState<ToRead | null>(null);
  const [signing, setSigning] = useState<ToRead | null>(null);
  const refresh = () => void invalidate(hrOwnContract.documents, hrOwnContract.open);
  return (
    <Stack gap="md">
      {documents.map((document) => (
        <div key={document.id}>
          <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
            {document.title}
          </Text>
          <Text size="xs" c="dimmed">
            <Trans>Version {document.versionNumber}</Trans> · {document.organizationName} ·{' '}
            <Trans>
              Asked <Moment value={document.requestedAt} />
            </Trans>
          </Text>
          <Group gap="xs" mt={6}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconEye size={15} aria-hidden />}
              aria-label={readingOf(document)}
              onClick={() => setShown(document)}
            >
              <Trans>Read</Trans>
            </Button>
            {document.acknowledgedAt === null ? (
              <Button
                size="compact-sm"
                leftSection={<IconSignature size={15} aria-hidden />}
                aria-label={acknowledgingOf(document)}
                onClick={() => setSigning(document)}
              >
                <Trans>Acknowledge</Trans>
              </Button>
            ) : (
              <ToneBadge tone="green" icon={IconCheck} size="sm">
                <Trans>
                  Acknowledged{' '}
                  <EvidenceTime value={document.acknowledgedAt} timeZone={document.acknowledgedTimeZone} />
                </Trans>
              </ToneBadge>
            )}
          </Group>
        </div>
      ))}
      <FileDialog
        file={shown && shownFile({ file: shown.file, uploadedAt: shown.requestedAt, uploadedBy: null })}
        title={shown?.title}
        onClose={() => setShown(null)}
      />
      <SignDialog
        opened={signing !== null}
        title={<Trans>Acknowledge the document</Trans>}
        facts={[
          [<Trans key="d">Document</Trans>, signing?.title],
          [<Trans key="v">Version</Trans>, number(signing?.versionNumber ?? 0)],
        ]}
        statement={statementFor('document_acknowledged').text}
        sign={async (signature) => {
          const answer = await call(hrDocumentsContract.acknowledge, {
            params: { id: signing?.id ?? 0 },
            body: { signature },
          });
          return madeOf(answer.signature);
        }}
        onSigned={refresh}
        // After a refusal it waits no longer, or a newer version does: the list shows what holds once the reason was read.
        onClose={() => {
          setSigning(null);
          refresh();
        }}
      />
    </Stack>
  );
}
