import { Anchor, Paper, Text } from '@mantine/core';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { certificatesContract } from '#shared/contract/certificates.ts';
import { Evidence } from '#app/features/training/Evidence.tsx';
import { FromSource } from '#app/features/imports/FromSource.tsx';
import { urlOf } from '#app/lib/client.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { Answer } from '#app/screens/qualified/answer.ts';
import classes from '#app/screens/qualified/Qualified.module.css';
import { setAsideTexts } from '#app/screens/qualified/qualified-texts.ts';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Completion = Answer['completions'][number];

/** A completion with its signature, and whether it counts in each reading. */
export function CompletionEvidence({
  completion,
  userId,
}: {
  readonly completion: Completion;
  readonly userId: string;
}) {
  const { signature, completionKind, completedTimeZone, validUntil, voidedAt, certificateNumber } =
    completion;
  const { version, recordedByName, reason, source } = completion;
  const isBackdated = completionKind === 'backdated';
  const shown =
    signature?.printedName != null && signature.signedAt !== null && signature.timeZone !== null
      ? {
          printedName: signature.printedName,
          signedAt: signature.signedAt,
          timeZone: signature.timeZone,
          meaning: signature.meaning ?? '',
        }
      : null;
  return (
    <Paper component="li" withBorder className={classes.box}>
      <Text fw={600} size="sm" component="div">
        <Trans>Version {version} completed</Trans>{' '}
        <EvidenceTime value={completion.completedAt} timeZone={completedTimeZone} kind={completionKind} />
        {' · '}
        {validUntil === null ? (
          <Trans>Valid without end date</Trans>
        ) : (
          <Trans>
            Valid until <CalendarDate value={validUntil} />
          </Trans>
        )}
      </Text>
      {signature === null ? (
        <Text size="xs" c="dimmed">
          <Trans>There is no record of this completion.</Trans>
        </Text>
      ) : (
        <Evidence evidence={{ state: signature.state, reasonCode: signature.reasonCode, signature: shown }} />
      )}
      {source !== null && completion.recordId !== null && completion.recordedAt !== null && (
        <FromSource
          userId={userId}
          recordId={completion.recordId}
          source={source}
          recordedAt={completion.recordedAt}
          recordedByName={recordedByName}
          reason={reason}
          timeZone={completedTimeZone}
        />
      )}
      {isBackdated && completion.recordedAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          <Trans>
            Recorded later by {recordedByName},{' '}
            <EvidenceTime value={completion.recordedAt} timeZone={completedTimeZone} />: {reason}
          </Trans>
        </Text>
      )}
      {voidedAt !== null && (
        <Text size="xs" component="div">
          <ToneBadge tone="violet" icon={IconCircleMinus} size="sm">
            <Trans>
              Voided <Moment value={voidedAt} />
            </Trans>
          </ToneBadge>{' '}
          {completion.voidedCode ? reasonText(completion.voidedCode) : completion.voidedReason}
        </Text>
      )}
      {certificateNumber !== null && (
        <Anchor
          href={urlOf(certificatesContract.pdf, { params: { number: certificateNumber } })}
          target="_blank"
          rel="noopener"
          size="sm"
          className="tt-figures"
        >
          {certificateNumber}
        </Anchor>
      )}
      <Text size="sm" component="div" className={classes.lines}>
        <span>
          <Trans>As known on that day</Trans>: <Counts aside={completion.asideThen} />
        </span>
        <span>
          <Trans>As known now</Trans>: <Counts aside={completion.asideNow} />
        </span>
      </Text>
    </Paper>
  );
}

function Counts({ aside }: { readonly aside: Completion['asideThen'] }) {
  const { i18n } = useLingui();
  return aside === null ? (
    <ToneBadge tone="green" icon={IconCircleCheck} size="sm">
      <Trans>Counts</Trans>
    </ToneBadge>
  ) : (
    <ToneBadge tone="gray" icon={IconCircleMinus} size="sm">
      {i18n._(setAsideTexts[aside])}
    </ToneBadge>
  );
}
