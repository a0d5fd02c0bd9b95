import { Button, Drawer, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { AgreementBadge } from '#app/features/hr/AgreementBadge.tsx';
import { agreementKindLabels } from '#app/features/hr/agreement-facts.tsx';
import type { DocumentVersion } from '#app/features/hr/document-file.ts';
import { UploadVersion } from '#app/features/hr/UploadVersion.tsx';
import { VersionDialog } from '#app/features/hr/VersionDialog.tsx';
import { ProofButton } from '#app/features/training/ProofButton.tsx';
import { SignatureLine, VersionList } from '#app/features/hr/VersionList.tsx';
import { Facts } from '#app/features/signing/Facts.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { AgreementHistory } from '#app/screens/hr-agreements/AgreementHistory.tsx';
import { AgreementMoves, MoveDialog, type ChosenMove } from '#app/screens/hr-agreements/AgreementMoves.tsx';
import { type Agreement } from '#app/screens/hr-agreements/agreements.ts';
import { EndText } from '#app/screens/hr-agreements/EndText.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** An agreement with its terms, documents, signatures and history (HR-03); opening it is recorded (HR-05). */
export function AgreementDrawer({
  id,
  onClose,
}: {
  readonly id: number | null;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [shown, setShown] = useState<DocumentVersion | null>(null);
  const [chosen, setChosen] = useState<ChosenMove | null>(null);
  const agreement = useQuery({
    ...queryFor(hrAgreementsContract.get, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  return (
    <>
      <Drawer
        opened={id !== null}
        onClose={onClose}
        position="right"
        size={620}
        // Escape closes the dialog above.
        closeOnEscape={shown === null && chosen === null}
        title={(id !== null && agreement.data?.title) || <Trans>Agreement</Trans>}
      >
        {id !== null && (
          <Load query={agreement} skeleton={<LineSkeletons label={t`Loading the agreement...`} count={6} />}>
            {(data) => <Whole agreement={data} onShow={setShown} onChoose={setChosen} />}
          </Load>
        )}
      </Drawer>
      <VersionDialog version={shown} onClose={() => setShown(null)} />
      <MoveDialog chosen={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

function Whole({
  agreement,
  onShow,
  onChoose,
}: {
  readonly agreement: Agreement;
  readonly onShow: (version: DocumentVersion) => void;
  readonly onChoose: (chosen: ChosenMove) => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { id, state, moves, versions, signatures } = agreement;
  const refresh = () => invalidate(hrAgreementsContract.change);
  return (
    <Stack gap="lg">
      <div>
        <AgreementBadge state={state} />
      </div>
      <AgreementMoves agreement={agreement} onChoose={onChoose} />
      <Terms agreement={agreement} />
      <Part title={<Trans>Signatures</Trans>}>
        {signatures.length === 0 ? (
          <Text size="sm" c="dimmed">
            <Trans>No one has signed yet.</Trans>
          </Text>
        ) : (
          <Stack gap="sm">
            {signatures.map((signature) => (
              <div key={`${signature.side} ${signature.signedAt ?? ''}`}>
                <Text size="sm" fw={550}>
                  {signature.side === 'party' ? (
                    <Trans>The other party</Trans>
                  ) : (
                    <Trans>The organization</Trans>
                  )}
                </Text>
                <SignatureLine signature={signature} />
              </div>
            ))}
            {signatures.length > 0 && signatures.every(({ valid }) => valid) && (
              <div>
                <ProofButton proven={{ agreementId: agreement.id }} of={agreement.title} />
              </div>
            )}
          </Stack>
        )}
      </Part>
      {agreement.signedCopyUrl !== null && (
        <div>
          <Button
            component="a"
            href={agreement.signedCopyUrl}
            variant="default"
            leftSection={<IconDownload size={17} aria-hidden />}
          >
            <Trans>Download the signed copy</Trans>
          </Button>
        </div>
      )}
      <Part title={<Trans>Document</Trans>}>
        <Stack gap="md">
          {versions.length === 0 && (
            <Text size="sm" c="dimmed">
              <Trans>No document yet. Upload one, then the agreement can be sent.</Trans>
            </Text>
          )}
          {versions.length > 0 && <VersionList title={agreement.title} versions={versions} onOpen={onShow} />}
          {moves.includes('edit') && (
            <UploadVersion
              key={id}
              endpoint={hrAgreementsContract.upload}
              params={{ id }}
              label={t`Upload a version of the agreement`}
              onUploaded={refresh}
              onFailed={() => void refresh()}
            />
          )}
        </Stack>
      </Part>
      {agreement.history.length > 0 && (
        <Part title={<Trans>History</Trans>}>
          <AgreementHistory agreement={agreement} />
        </Part>
      )}
    </Stack>
  );
}

function Part({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Title order={3} size="h5" mb="xs" id={heading}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Terms({ agreement }: { readonly agreement: Agreement }) {
  const { i18n } = useLingui();
  const { number } = useFormat();
  const { party, partyName, partyEmail, kind, organizationName, startsOn, noticeDays } = agreement;
  return (
    <Facts
      rows={[
        [<Trans key="k">Kind</Trans>, i18n._(agreementKindLabels[kind])],
        [<Trans key="o">Organization</Trans>, organizationName],
        [
          <Trans key="p">Other party</Trans>,
          <>
            {party ? (
              <TextLink to={`/employee/${party.id}`} size="sm">
                {partyName}
              </TextLink>
            ) : (
              partyName
            )}
            {partyEmail !== null && (
              <Text size="xs" c="dimmed">
                {partyEmail}
              </Text>
            )}
            {party === null && (
              <Text size="xs" c="dimmed">
                <Trans>Has no account and signs on paper</Trans>
              </Text>
            )}
          </>,
        ],
        [
          <Trans key="s" context="date">
            Start
          </Trans>,
          <CalendarDate key="sd" value={startsOn} />,
        ],
        [
          <Trans key="e" context="date">
            End
          </Trans>,
          <EndText key="ed" agreement={agreement} />,
        ],
        [<Trans key="n">Notice (days)</Trans>, number(noticeDays)],
        agreement.declinedReason === null
          ? null
          : [<Trans key="d">Reason for declining</Trans>, agreement.declinedReason],
        agreement.noticeReason === null
          ? null
          : [<Trans key="g">Reason for the notice</Trans>, agreement.noticeReason],
        agreement.terminatedReason === null
          ? null
          : [<Trans key="t">Reason for ending</Trans>, agreement.terminatedReason],
      ]}
    />
  );
}
