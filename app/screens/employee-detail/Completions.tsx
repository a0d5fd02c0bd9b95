import { Anchor, Paper, Text } from '@mantine/core';
import { IconCircleMinus } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { assignmentsContract } from '#shared/contract/assignments.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { FromSource } from '#app/features/imports/FromSource.tsx';
import { Evidence, type ShownEvidence } from '#app/features/training/Evidence.tsx';
import { ProofButton } from '#app/features/training/ProofButton.tsx';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { RecordCopyButton } from '#app/features/training/RecordCopyButton.tsx';
import { HistoryButton } from '#app/features/trail/HistoryButton.tsx';
import { VersionFacts } from '#app/features/training/VersionFacts.tsx';
import type { RowOf } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/employee-detail/EmployeeDetail.module.css';
import { CalendarDate, EvidenceTime, Moment } from '#app/ui/Moment.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Completion = RowOf<typeof assignmentsContract.employeeCompletions>;

interface Completed {
  readonly userId: string;
  readonly completions: readonly Completion[];
}

/** Every completion to compare (EMP-02): module, version, time and signature. */
export function CompletionTable({ userId, completions }: Completed) {
  const { t } = useLingui();
  const columns = useMemo(
    (): readonly Column<Completion>[] => [
      { key: 'title', title: t`Module`, hideable: false, render: (row) => <What completion={row} /> },
      {
        key: 'version',
        title: t`Version`,
        figures: true,
        render: (row) => <Version completion={row} />,
      },
      {
        key: 'completed',
        title: t`Completed`,
        figures: true,
        render: (row) => <When completion={row} />,
      },
      { key: 'score', title: t`Score`, figures: true, render: (row) => <Score completion={row} /> },
      {
        key: 'signature',
        title: t`Signature`,
        width: 320,
        render: (row) => <Signed userId={userId} completion={row} />,
      },
      {
        key: 'certificate',
        title: t`Certificate`,
        render: (row) => <Papers userId={userId} completion={row} />,
      },
    ],
    [t, userId],
  );
  return (
    <DataTable
      id="training-file"
      label={t`Completions`}
      columns={columns}
      rows={completions}
      rowKey={({ recordId }) => recordId}
      rowName={({ moduleTitle }) => moduleTitle}
      loadingLabel={t`Loading the training file...`}
      empty={null}
    />
  );
}

/** The same on a phone or a narrow window. */
export function CompletionCards({ userId, completions }: Completed) {
  const { t } = useLingui();
  return (
    <ul className={classes.history} aria-label={t`Completions`}>
      {completions.map((row) => (
        <Paper key={row.recordId} component="li" withBorder className={classes.completion}>
          <What completion={row} />
          <Text size="sm" c="dimmed">
            <VersionFacts completed={row.versionNumber} effective={row.effectiveVersion} />
            {' · '}
            <When completion={row} />
            {row.score !== null && (
              <>
                {' · '}
                <Score completion={row} />
              </>
            )}
          </Text>
          <Signed userId={userId} completion={row} />
          <Papers userId={userId} completion={row} />
        </Paper>
      ))}
    </ul>
  );
}

/** Title and reference at that time, the cycle, and why it no longer counts. */
function What({ completion }: { readonly completion: Completion }) {
  const { cycle, moduleReference, moduleTitle, nextRenewalDate, status, voidedAt, voidedCode, voidedReason } =
    completion;
  return (
    <div className={classes.what}>
      <Text size="sm" fw={600}>
        {moduleTitle}
      </Text>
      {(moduleReference !== null || cycle > 1) && (
        <Text size="xs" c="dimmed">
          {moduleReference}
          {moduleReference !== null && cycle > 1 && ' · '}
          {cycle > 1 && <Trans>Cycle {cycle}</Trans>}
        </Text>
      )}
      {status === 'expired' && nextRenewalDate !== null && (
        <Text size="xs" mt={4} component="div">
          <StatusBadge status="expired" size="sm" />{' '}
          <Trans>
            Was valid until <CalendarDate value={nextRenewalDate} />
          </Trans>
        </Text>
      )}
      {voidedAt !== null && (
        <Text size="xs" mt={4} component="div">
          <ToneBadge tone="violet" icon={IconCircleMinus} size="sm">
            <Trans>
              Removed <Moment value={voidedAt} />
            </Trans>
          </ToneBadge>{' '}
          {voidedCode ? reasonText(voidedCode) : voidedReason}
        </Text>
      )}
    </div>
  );
}

function Version({ completion }: { readonly completion: Completion }) {
  const { versionNumber, versionHash, effectiveVersion } = completion;
  return (
    <>
      <span title={versionHash}>{versionNumber}</span>
      {effectiveVersion !== null && effectiveVersion !== versionNumber && (
        <Text size="xs" c="dimmed">
          <Trans>Effective: {effectiveVersion}</Trans>
        </Text>
      )}
    </>
  );
}

function When({ completion: { completedAt, kind, timeZone } }: { readonly completion: Completion }) {
  return <EvidenceTime value={completedAt} timeZone={timeZone} kind={kind} />;
}

function Score({ completion: { score } }: { readonly completion: Completion }) {
  const { percent } = useFormat();
  return <>{score === null ? '–' : percent(score, 1)}</>;
}

/** The signature with its validity today (SIG-04), or why there is none. */
function Signed({ userId, completion }: { readonly userId: string; readonly completion: Completion }) {
  const { kind, reason, recordedAt, recordedByName, signature, source } = completion;
  const { printedName, signedAt, timeZone, meaning, state } = signature;
  const shown: ShownEvidence['signature'] =
    printedName !== null && signedAt !== null && timeZone !== null
      ? { printedName, signedAt, timeZone, meaning: meaning ?? '' }
      : null;
  return (
    <div className={classes.what}>
      <Evidence evidence={{ state, reasonCode: signature.reasonCode, signature: shown }} />
      {shown === null && kind === 'completion' && (
        <Text size="xs" c="dimmed">
          <Trans>Confirmed by the learner; no signature required</Trans>
        </Text>
      )}
      {source !== null && (
        <FromSource
          userId={userId}
          recordId={completion.recordId}
          source={source}
          recordedAt={recordedAt}
          recordedByName={recordedByName}
          reason={reason}
          timeZone={completion.timeZone}
        />
      )}
      {kind === 'backdated' && (
        <Text size="xs" c="dimmed" component="div">
          <Trans>
            Recorded later by {recordedByName},{' '}
            <EvidenceTime value={recordedAt} timeZone={completion.timeZone} />: {reason}
          </Trans>
        </Text>
      )}
    </div>
  );
}

/** The certificate, the proof file and a certified copy of a completion, and its history. */
function Papers({ userId, completion }: { readonly userId: string; readonly completion: Completion }) {
  const { assignmentId, certificateNumber, certificateUrl, moduleTitle, recordId, signature } = completion;
  const history = (
    <>
      <RecordCopyButton userId={userId} recordId={recordId} of={moduleTitle} />
      <HistoryButton
        name={moduleTitle}
        of={{ recordType: 'training_assignments', recordId: String(assignmentId) }}
      />
    </>
  );
  if (certificateNumber === null || certificateUrl === null)
    return <div className={classes.papers}>{history}</div>;
  return (
    <div className={classes.papers}>
      <Anchor
        href={certificateUrl}
        target="_blank"
        rel="noopener"
        size="sm"
        className={`tt-figures ${classes.number}`}
      >
        {certificateNumber}
      </Anchor>
      {signature.state !== 'not_valid' && <ProofButton proven={{ assignmentId }} of={moduleTitle} />}
      {history}
    </div>
  );
}
