import { Button, Paper } from '@mantine/core';
import { IconAward, IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { isOpen } from '#shared/domain/assignments/status.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { pageFor } from '#app/lib/client.ts';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import classes from '#app/screens/training-module/CompletedPanel.module.css';
import { TextLink } from '#app/ui/links.tsx';
import { CalendarDate, EvidenceTime } from '#app/ui/Moment.tsx';

/**
 * The result of a completed training, above its content: when, the certificate, how long it is valid, the next renewal, and
 * the training to do next (VIEW-01).
 */
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
                kind={assignment.completionKind}
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
        <NextTraining after={assignment.id} />
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

/** The number of trainings examined in due order; expired ones may come before open ones. */
const lookedAt = 50;

/** The open training that is due first; renders nothing if there is none. */
function NextTraining({ after }: { readonly after: number }) {
  const mine = useQuery(pageFor(assignmentsContract.mine, { query: { limit: lookedAt, sort: 'due' } }));
  const next = mine.data?.rows.find(({ id, status }) => id !== after && isOpen(status));
  if (!next) return null;
  return (
    <div>
      <dt>
        <Trans>Next training</Trans>
      </dt>
      <dd>
        <TextLink to={`/training-module/${String(next.module.id)}`} inherit>
          {next.module.title}
        </TextLink>
      </dd>
    </div>
  );
}
