import { Button, Group, Stack, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconDownload, IconEye, IconSignature, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import type { hrOwnContract } from '#shared/contract/hr-own.ts';
import { lastDayOf } from '#shared/domain/hr/agreements.ts';
import { useAgreementFacts } from '#app/features/hr/agreement-facts.tsx';
import { AgreementBadge } from '#app/features/hr/AgreementBadge.tsx';
import { DeclineDialog } from '#app/features/hr/DeclineDialog.tsx';
import { shownFile } from '#app/features/hr/document-file.ts';
import { signatureToShow } from '#app/features/hr/signature-to-show.ts';
import { ReadingDialog } from '#app/features/hr/ReadingDialog.tsx';
import { SignDocumentDialog, type SignedDocument } from '#app/features/hr/SignDocumentDialog.tsx';
import { ProofButton } from '#app/features/training/ProofButton.tsx';
import { call } from '#app/lib/client.ts';
import { reportFailure, useInvalidate } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Agreement = ResponseOf<typeof hrOwnContract.documents>['agreements'][number];

/** The opened agreement, as it was seen, and its document. */
interface Opened {
  readonly agreement: Agreement;
  readonly document: SignedDocument;
}

const notOpened: ToastRow = {
  tone: 'destructive',
  title: msg`The agreement could not be opened`,
  serverFirst: true,
};

const waits = (agreement: Agreement): boolean =>
  agreement.state === 'out_for_signature' && !agreement.signed.includes('party');

/** Agreements to which the person is a party (HR-03): read, then sign or decline. */
export function OwnAgreements({ agreements }: { readonly agreements: readonly Agreement[] }) {
  const lastAsked = useRef(0);
  const [reading, setReading] = useState<Opened | null>(null);
  const [signing, setSigning] = useState<Opened | null>(null);
  const [declining, setDeclining] = useState<Agreement | null>(null);
  const open = async (agreement: Agreement, show: (opened: Opened) => void): Promise<void> => {
    lastAsked.current = agreement.id;
    try {
      const { title, versions } = await call(hrAgreementsContract.get, { params: { id: agreement.id } });
      // Another agreement was requested in the meantime: that one is shown.
      if (lastAsked.current !== agreement.id) return;
      const [version] = versions;
      if (version) show({ agreement, document: { versionId: version.id, title, file: shownFile(version) } });
    } catch (error) {
      if (error instanceof Error) reportFailure(error, notOpened);
    }
  };
  const goOn =
    reading && waits(reading.agreement)
      ? () => {
          setSigning(reading);
          setReading(null);
        }
      : undefined;
  return (
    <Stack gap="md">
      {agreements.map((agreement) => (
        <OwnAgreement
          key={agreement.id}
          agreement={agreement}
          onRead={() => void open(agreement, setReading)}
          onSign={() => void open(agreement, setSigning)}
          onDecline={() => setDeclining(agreement)}
        />
      ))}
      <ReadingDialog document={reading?.document ?? null} onSign={goOn} onClose={() => setReading(null)} />
      {signing && <SignOwnAgreement signing={signing} onClose={() => setSigning(null)} />}
      {declining && <DeclineDialog agreement={declining} onClose={() => setDeclining(null)} />}
    </Stack>
  );
}

function OwnAgreement({
  agreement,
  onRead,
  onSign,
  onDecline,
}: {
  readonly agreement: Agreement;
  readonly onRead: () => void;
  readonly onSign: () => void;
  readonly onDecline: () => void;
}) {
  const { t } = useLingui();
  const { title, startsOn } = agreement;
  const lastDay = lastDayOf(agreement);
  return (
    <div>
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {agreement.organizationName} · <CalendarDate value={startsOn} />
        {lastDay !== null && (
          <>
            {' – '}
            <CalendarDate value={lastDay} />
          </>
        )}
        {agreement.state === 'starting' && (
          <>
            {' · '}
            <Trans>
              Starts on <CalendarDate value={startsOn} />
            </Trans>
          </>
        )}
      </Text>
      <Group gap="xs" mt={6}>
        <AgreementBadge state={agreement.state} size="sm" />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconEye size={15} aria-hidden />}
          aria-label={t`Read ${title}`}
          onClick={onRead}
        >
          <Trans>Read</Trans>
        </Button>
        {waits(agreement) && (
          <>
            <Button
              size="compact-sm"
              leftSection={<IconSignature size={15} aria-hidden />}
              aria-label={t`Sign ${title}`}
              onClick={onSign}
            >
              <Trans>Sign</Trans>
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              leftSection={<IconX size={15} aria-hidden />}
              aria-label={t`Decline ${title}`}
              onClick={onDecline}
            >
              <Trans>Decline</Trans>
            </Button>
          </>
        )}
        {agreement.signed.includes('party') && (
          <ToneBadge tone="green" icon={IconCheck} size="sm">
            <Trans>Signed by you</Trans>
          </ToneBadge>
        )}
        {agreement.signedCopyUrl !== null && (
          <Button
            component="a"
            href={agreement.signedCopyUrl}
            size="compact-sm"
            variant="subtle"
            leftSection={<IconDownload size={15} aria-hidden />}
            aria-label={t`Download the signed copy of ${title}`}
          >
            <Trans>Signed copy</Trans>
          </Button>
        )}
        {agreement.signed.length > 0 && <ProofButton proven={{ agreementId: agreement.id }} of={title} />}
      </Group>
    </div>
  );
}

function SignOwnAgreement({
  signing: { agreement, document },
  onClose,
}: {
  readonly signing: Opened;
  readonly onClose: () => void;
}) {
  const invalidate = useInvalidate();
  const factsOf = useAgreementFacts();
  const refresh = () => void invalidate(hrAgreementsContract.sign);
  return (
    <SignDocumentDialog
      document={document}
      title={<Trans>Sign the agreement</Trans>}
      facts={factsOf(agreement)}
      statement="agreed_as_party"
      sign={async (signature) => {
        const answer = await call(hrAgreementsContract.sign, {
          params: { id: agreement.id },
          ifMatch: `"${String(agreement.revision)}"`,
          body: { signature },
        });
        return signatureToShow(answer.signatures.find(({ side }) => side === 'party'));
      }}
      onSigned={refresh}
      // It was withdrawn, ended or changed in the meantime: the list behind shows the current state.
      onFailed={refresh}
      onClose={onClose}
    />
  );
}
