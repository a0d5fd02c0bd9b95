import { Button, Paper } from '@mantine/core';
import { IconAward, IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import classes from '#app/screens/training-module/CompletedPanel.module.css';
import { CalendarDate, EvidenceTime } from '#app/ui/Moment.tsx';

/** What came of a completed training, above its content: when, the certificate, how long it is valid, and the next renewal (VIEW-01). */
export function CompletedPanel({ assignment }: { readonly assignment: OwnAssignment }) {
  const { t } = useLingui();
  const { status, completedAt, certificateUrl, nextRenewalDate, module } = assignment;
  const { title } = module;
  return (
    <Paper component="section" radius={0} className={classes.panel} aria-label={t`Completed training`}>
      <StatusBadge status={status} />
      <dl className={classes.facts}>
        {completedAt && (
          <div>
            <dt>
              <Trans>Completed</Trans>
            </dt>
            <dd>
              <EvidenceTime
                value={completedAt}
                timeZone={assignment.completedTimeZone}
                dayOnly={assignment.completionKind === 'backdated'}
                full
              />
            </dd>
          </div>
        )}
        <div>
          <dt>{status === 'expired' ? <Trans>Was valid until</Trans> : <Trans>Valid until</Trans>}</dt>
          <dd>{nextRenewalDate ? <CalendarDate value={nextRenewalDate} /> : <Trans>No end date</Trans>}</dd>
        </div>
        <div>
          <dt>
            <Trans>Next renewal</Trans>
          </dt>
          <dd>
            {nextRenewalDate ? (
              <Trans>
                by <CalendarDate value={nextRenewalDate} />
              </Trans>
            ) : (
              <Trans>None required</Trans>
            )}
          </dd>
        </div>
      </dl>
      {certificateUrl && (
        <div className={classes.actions}>
          <Button
            variant="light"
            size="xs"
            component="a"
            href={certificateUrl}
            target="_blank"
            rel="noopener"
            leftSection={<IconAward size={16} aria-hidden />}
            aria-label={t`Certificate for ${title}`}
          >
            <Trans>Certificate</Trans>
          </Button>
          <Button
            variant="default"
            size="xs"
            component="a"
            href={certificateUrl}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t`Download the certificate for ${title}`}
          >
            <Trans>Download</Trans>
          </Button>
        </div>
      )}
    </Paper>
  );
}
