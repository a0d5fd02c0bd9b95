import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SignatureFacts } from '#app/features/signing/SignatureFacts.tsx';
import { ProofButton } from '#app/features/training/ProofButton.tsx';
import { useFormat } from '#app/lib/format.ts';
import {
  isUnderWay,
  kindLabels,
  lookOf,
  type IntegrityCheck,
} from '#app/screens/integrity-checks/check-looks.ts';
import { FindingList } from '#app/screens/integrity-checks/FindingList.tsx';
import classes from '#app/screens/integrity-checks/IntegrityChecks.module.css';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** One integrity check: reason, time, findings, and what was signed about them. */
export function CheckCard({
  check,
  onCancel,
  busy,
}: {
  readonly check: IntegrityCheck;
  /** Absent for people who may only read. */
  readonly onCancel: (() => void) | undefined;
  readonly busy: boolean;
}) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const signatureOf = (time: string) => t`the signature of ${time}`;
  const [open, setOpen] = useState(false);
  const { label, tone, icon } = lookOf(check);
  const { kind, requestedBy, findings, progress, acknowledgements } = check;
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="start" gap="sm">
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Text fw={600}>{i18n._(kindLabels[kind])}</Text>
              <ToneBadge tone={tone} icon={icon} size="sm">
                {i18n._(label)}
              </ToneBadge>
            </Group>
            <Text size="sm" c="dimmed" component="div">
              <Moment value={check.beganAt ?? check.createdAt} show="dateTime" />
              {requestedBy !== null && ` · ${requestedBy}`}
            </Text>
            <CheckedFacts check={check} />
          </div>
          {isUnderWay(check) && onCancel && (
            <Button variant="default" loading={busy} onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          {findings > 0 && (
            <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? (
                <Trans>Hide findings</Trans>
              ) : (
                <Plural value={findings} one="Show # finding" other="Show # findings" />
              )}
            </Button>
          )}
        </Group>
        {isUnderWay(check) && (
          <Progress value={progress ?? 0} animated aria-label={t`Progress of the check`} />
        )}
        {open && <FindingList run={check.id} />}
        {acknowledgements.map(({ id, reason, signature }) => (
          <div key={id} className={classes.signed}>
            <Text size="sm" fw={550}>
              <Trans>What was done</Trans>
            </Text>
            <p>{reason}</p>
            <SignatureFacts
              signature={
                signature === null
                  ? missing
                  : { ...signature, state: signature.valid ? 'valid' : 'not_valid' }
              }
            />
            {signature?.valid === true && (
              <ProofButton
                proven={{ findingsSignedId: id }}
                of={signatureOf(format.dateTime(signature.signedAt))}
              />
            )}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

/** The display of a signature that was removed. */
const missing = {
  state: 'not_valid',
  reasonCode: 'missing',
  printedName: null,
  signedAt: null,
  timeZone: null,
  meaning: null,
} as const;

/** The numbers of checked objects. */
function CheckedFacts({ check: { checked, withFiles } }: { readonly check: IntegrityCheck }) {
  const format = useFormat();
  if (!checked) return null;
  const [events, records, files] = [checked.events, checked.records, checked.files].map(format.number);
  return (
    <Text size="sm" c="dimmed">
      {withFiles ? (
        <Trans>
          Audit trail entries: {events} · records: {records} · files: {files}
        </Trans>
      ) : (
        <Trans>
          Audit trail entries: {events} · records: {records} · files not read
        </Trans>
      )}
    </Text>
  );
}
