import { Stack, Text, Textarea } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trailReviewsContract as contract } from '#shared/contract/trail-reviews.ts';
import type { QueryInput, ResponseOf } from '#shared/contract/endpoint.ts';
import { reviewObstacle } from '#shared/domain/audit/trail-review.ts';
import { SignShownDialog } from '#app/features/signing/SignShownDialog.tsx';
import { notSigned } from '#app/features/trail/trail-review.ts';
import { call, queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';

type Next = ResponseOf<typeof contract.next>;

/** Requests the conclusion about the events that match the filters, then the signature (AUD-03, SIG-01). */
export function SignTrailReview({
  filters,
  onClose,
}: {
  readonly filters: NonNullable<QueryInput<typeof contract.next>>;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const format = useFormat();
  // The signed content is the content shown when the dialog opened.
  const next = useQuery({
    ...queryFor(contract.next, { query: filters }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const [conclusion, setConclusion] = useState('');
  const [missing, setMissing] = useState(false);
  const [signing, setSigning] = useState<Next | null>(null);
  if (signing)
    return (
      <SignShownDialog
        title={<Trans>Sign review</Trans>}
        facts={[
          [<Trans key="e">Events</Trans>, format.number(signing.events)],
          [<Trans key="c">Conclusion</Trans>, conclusion.trim()],
        ]}
        statement={signing.statement}
        command={contract.sign}
        send={(signature) =>
          call(contract.sign, {
            body: {
              filters,
              through: signing.through ?? 0,
              seen: signing.seen ?? '',
              conclusion: conclusion.trim(),
              signature,
            },
          })
        }
        notSigned={notSigned}
        onClose={onClose}
      />
    );
  const found = next.data;
  const obstacle = found && reviewObstacle(found);
  return (
    <FormDialog
      opened
      title={<Trans>Sign a review of the audit trail</Trans>}
      submitLabel={<Trans>Continue to signature</Trans>}
      changed={conclusion !== ''}
      blocked={!found || obstacle !== null}
      onClose={onClose}
      onSubmit={(event) => {
        event?.preventDefault();
        setMissing(conclusion.trim() === '');
        if (conclusion.trim() !== '' && found && obstacle === null) setSigning(found);
      }}
    >
      <Load query={next} skeleton={<LineSkeletons label={t`Loading events...`} height={48} />}>
        {({ events, until, lastSignedAt }) => (
          <Stack gap="md">
            {obstacle === null && until !== null ? (
              <Text size="sm">
                <Plural
                  value={events}
                  one="Your signature covers exactly this event. If something else happens meanwhile, the next review covers it."
                  other="Your signature covers exactly these # events. If something else happens meanwhile, the next review covers it."
                />{' '}
                <Trans>
                  The last event was on <Moment value={until} show="dateTime" />.
                </Trans>
              </Text>
            ) : (
              <Text size="sm" role="alert">
                {obstacle && reasonText(obstacle)}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {lastSignedAt === null ? (
                <Trans>There is no review with these filters yet.</Trans>
              ) : (
                <Trans>
                  The last review with these filters was signed on{' '}
                  <Moment value={lastSignedAt} show="dateTime" />.
                </Trans>
              )}
            </Text>
            {obstacle === null && (
              <Textarea
                autosize
                minRows={2}
                maxRows={6}
                label={t`Conclusion`}
                description={t`For example: all changes have a documented reason, or deviation 1234 was opened.`}
                required
                maxLength={500}
                value={conclusion}
                error={missing ? t`Write your conclusion.` : undefined}
                onChange={(event) => {
                  setConclusion(event.currentTarget.value);
                  setMissing(false);
                }}
              />
            )}
          </Stack>
        )}
      </Load>
    </FormDialog>
  );
}
