import { Button, Modal, Paper, Stack, Text } from '@mantine/core';
import { IconFileCheck, IconWritingSign } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { trailReviewsContract as contract } from '#shared/contract/trail-reviews.ts';
import { recordKind } from '#shared/domain/audit/trail-sentence.ts';
import { trailGroupNames } from '#shared/trail/groups.ts';
import { SignatureFacts } from '#app/features/signing/SignatureFacts.tsx';
import type { TrailReview } from '#app/features/trail/trail-review.ts';
import { useVoice } from '#app/features/trail/trail-words.ts';
import classes from '#app/features/trail/Trail.module.css';
import { call, keyOf } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load, partOf } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';
import { Moment } from '#app/ui/Moment.tsx';

/** Signed reviews of the audit trail, the newest first, and the way to the next one (AUD-03). */
export function TrailReviews({
  onReview,
  onClose,
}: {
  readonly onReview: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const mayReview = useUser().permissions.includes('audit.review');
  const reviews = useInfiniteQuery({
    queryKey: [...keyOf(contract.list, { query: {} }), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.list, {
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Modal opened onClose={onClose} title={t`Reviews of the audit trail`} size="lg">
      <Stack gap="md">
        {mayReview && (
          <>
            <Text size="sm">
              <Trans>
                A review covers the events that match the current filters, from the end of the last review. It
                is signed by a person who did not cause any of these events.
              </Trans>
            </Text>
            <div>
              <Button leftSection={<IconWritingSign size={18} aria-hidden />} onClick={onReview}>
                <Trans>Sign a review</Trans>
              </Button>
            </div>
          </>
        )}
        <Load
          query={partOf(reviews, ({ pages }) => pages.flatMap(({ rows }) => rows))}
          skeleton={<LineSkeletons label={t`Loading reviews...`} height={96} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                icon={IconFileCheck}
                title={<Trans>No reviews yet</Trans>}
                hint={<Trans>Signed reviews of the audit trail appear here.</Trans>}
              />
            ) : (
              <ul className={classes.list} aria-label={t`Signed reviews`}>
                {rows.map((review) => (
                  <ReviewCard key={review.id} review={review} />
                ))}
              </ul>
            )
          }
        </Load>
        <OlderButton list={reviews}>
          <Trans>Show older reviews</Trans>
        </OlderButton>
      </Stack>
    </Modal>
  );
}

function ReviewCard({ review }: { readonly review: TrailReview }) {
  const { events, until, conclusion, signature } = review;
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs">
        <Text fw={600}>
          <Plural value={events} one="# event" other="# events" />
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <Trans>
            Until <Moment value={until} show="dateTime" />
          </Trans>
          <Filters filters={review.filters} />
        </Text>
        <p>{conclusion}</p>
        <SignatureFacts
          signature={
            signature === null
              ? {
                  state: 'not_valid',
                  reasonCode: 'missing',
                  printedName: null,
                  signedAt: null,
                  timeZone: null,
                  meaning: null,
                }
              : { ...signature, state: signature.valid ? 'valid' : 'not_valid' }
          }
        />
      </Stack>
    </Paper>
  );
}

/** The filters with which a review selected its events. */
function Filters({ filters: { actor, about, recordType, group, q } }: Pick<TrailReview, 'filters'>) {
  const { t, i18n } = useLingui();
  const voice = useVoice();
  const words = [
    actor !== null && t`Acted by: ${actor}`,
    about !== null && t`About: ${about}`,
    group !== null && i18n._(trailGroupNames[group].id),
    recordType !== null && t`One record only: ${recordKind(voice, recordType)}`,
    q !== null && t`Reason: ${q}`,
  ].filter((word) => word !== false);
  return <div>{words.length === 0 ? <Trans>All events</Trans> : words.join(' · ')}</div>;
}
