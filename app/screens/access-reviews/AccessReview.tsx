import { Alert, Button, Paper, Progress, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileTypePdf, IconInfoCircle, IconTable, IconWritingSign } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { reviewFilters, type ReviewFilter } from '#shared/domain/people/access-review.ts';
import { SignatureFacts } from '#app/features/signing/SignatureFacts.tsx';
import { isNotFound } from '#app/lib/api-error.ts';
import { call, keyOf, queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { AccountTable } from '#app/screens/access-reviews/AccountTable.tsx';
import { CancelReview } from '#app/screens/access-reviews/CancelReview.tsx';
import { SignReview } from '#app/screens/access-reviews/SignReview.tsx';
import { stateLooks, type Review } from '#app/screens/access-reviews/reviews.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const pageSize = 100;

/** /access-reviews/:id (AUTH-17): every account with its access, to answer and sign, or in its state at the signature. */
export function AccessReview() {
  const { t } = useLingui();
  const { reviewId = '' } = useParams({ strict: false });
  const review = useQuery({
    ...queryFor(contract.get, { params: { id: reviewId } }),
    // Other reviewers answer too: every visit reloads the review.
    staleTime: 0,
  });
  usePageTitle(review.data?.organizationName);
  return (
    <Page wide>
      <Load
        query={review}
        skeleton={<PageSkeleton label={t`Loading the access review...`} />}
        failed={(error) =>
          isNotFound(error) && (
            <>
              <PageHeader title={t`Access Review`} />
              <EmptyState
                title={<Trans>There is no such access review</Trans>}
                action={
                  <TextLink to="/access-reviews">
                    <Trans>Access Reviews</Trans>
                  </TextLink>
                }
              />
            </>
          )
        }
      >
        {(loaded) => <Loaded review={loaded} isCurrent={!review.isFetching} />}
      </Load>
    </Page>
  );
}

function Loaded({
  review,
  isCurrent,
}: {
  readonly review: Review;
  /** True when the review on screen includes every answer given here: only then it can be signed. */
  readonly isCurrent: boolean;
}) {
  const { t, i18n } = useLingui();
  const answers = useUser().permissions.includes('access.review') && review.state === 'open';
  const [dialog, setDialog] = useState<'sign' | 'cancel' | null>(null);
  const { id, organizationName, state, statement, openedAt, openedByName, dueOn } = review;
  const { label, tone, icon } = stateLooks[state];
  const file = useDownload<'csv' | 'pdf'>((format) =>
    saveFile(
      format === 'csv' ? contract.accountsCsv : contract.paper,
      `access-review-${String(id)}.${format}`,
      {
        params: { id },
      },
    ),
  );
  return (
    <>
      <PageHeader
        crumbs={[
          { label: <Trans>Access Reviews</Trans>, to: '/access-reviews' },
          { label: organizationName },
        ]}
        title={t`Access Review: ${organizationName}`}
        badge={
          <ToneBadge tone={tone} icon={icon}>
            {i18n._(label)}
          </ToneBadge>
        }
        subtitle={
          <Trans>
            Opened <Moment value={openedAt} /> by {openedByName}, due by <CalendarDate value={dueOn} />
          </Trans>
        }
        actions={
          <>
            {answers && (
              <Button variant="default" onClick={() => setDialog('cancel')}>
                <Trans>Cancel review</Trans>
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconTable size={18} aria-hidden />}
              loading={file.busy === 'csv'}
              onClick={() => file.save('csv')}
            >
              <Trans>Download CSV</Trans>
            </Button>
            {state !== 'open' && (
              <Button
                variant="default"
                leftSection={<IconFileTypePdf size={18} aria-hidden />}
                loading={file.busy === 'pdf'}
                onClick={() => file.save('pdf')}
              >
                <Trans>Download PDF</Trans>
              </Button>
            )}
            {answers && (
              <Button
                leftSection={<IconWritingSign size={18} aria-hidden />}
                disabled={statement === null || !isCurrent}
                onClick={() => setDialog('sign')}
              >
                <Trans>Sign review</Trans>
              </Button>
            )}
          </>
        }
      />
      <DownloadFailure download={file} />
      {answers && <ImportProgressBar review={review} />}
      {state === 'signed' && (
        <Paper withBorder p="md">
          <SignatureFacts
            signature={
              review.signature === null
                ? missing
                : { ...review.signature, state: review.signature.valid ? 'valid' : 'not_valid' }
            }
          />
        </Paper>
      )}
      <Accounts review={review} answers={answers} />
      {dialog === 'sign' && <SignReview review={review} onClose={() => setDialog(null)} />}
      {dialog === 'cancel' && <CancelReview review={review} onClose={() => setDialog(null)} />}
    </>
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

/** The steps left before the review can be signed. */
function ImportProgressBar({ review: { progress, ownAccount, statement } }: { readonly review: Review }) {
  const { t } = useLingui();
  const { accounts } = progress;
  const answered = accounts - progress.open;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        <Trans>
          {answered} of {accounts} accounts answered
        </Trans>
      </Text>
      <Progress
        value={accounts === 0 ? 100 : (100 * answered) / accounts}
        aria-label={t`Answered accounts`}
      />
      {ownAccount === 'another' && (
        <Alert color="blue" variant="light" icon={<IconInfoCircle size={20} aria-hidden />}>
          <Trans>
            You cannot answer for your own account. Another administrator must do so before you sign.
          </Trans>
        </Alert>
      )}
      {ownAccount === 'nobody' && (
        <Alert color="blue" variant="light" icon={<IconInfoCircle size={20} aria-hidden />}>
          <Trans>
            You are the only administrator. The signed review will say that your own account was not decided.
          </Trans>
        </Alert>
      )}
      {statement === null && progress.open > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Answers are carried out when the review is signed.</Trans>
        </Text>
      )}
    </Stack>
  );
}

function Accounts({ review, answers }: { readonly review: Review; readonly answers: boolean }) {
  const { t } = useLingui();
  const [view, patch] = useUrlState({ q: '', filter: '' });
  const { id, progress } = review;
  const filter = reviewFilters.find((one) => one === view.filter);
  const q = view.q.trim().slice(0, 200);
  const target = {
    params: { id },
    query: { ...(q === '' ? {} : { q }), ...(filter ? { filter } : {}), limit: pageSize },
  };
  const accounts = useInfiniteQuery({
    queryKey: [...keyOf(contract.accounts, target), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.accounts, {
        params: target.params,
        query: { ...target.query, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const labels: Readonly<Record<ReviewFilter, string>> = {
    open: t`Unanswered`,
    decided: t`Change or end`,
    flagged: t`Flagged`,
    changed: t`Changed since opening`,
    privileged: t`Privileged`,
    noSecondFactor: t`No second factor`,
    neverSignedIn: t`Never signed in`,
    longUnused: t`Long unused`,
  };
  const counts: Readonly<Record<ReviewFilter, number>> = {
    ...progress,
    decided: progress.change + progress.end,
  };
  return (
    <Stack gap="md">
      <FilterPills
        label={t`Which accounts`}
        value={filter ?? 'all'}
        onChange={(next) => patch({ filter: next === 'all' ? '' : next })}
        pills={[
          { value: 'all' as const, label: t`All`, count: progress.accounts },
          ...reviewFilters
            .filter((one) => one !== 'open' || answers)
            .map((one) => ({ value: one, label: labels[one], count: counts[one], alarm: one === 'flagged' })),
        ]}
      />
      <SearchField value={view.q} placeholder={t`Name or email`} onSearch={(text) => patch({ q: text })} />
      <AccountTable
        review={review}
        answers={answers}
        rows={accounts.data?.pages.flatMap(({ rows }) => rows)}
        error={accounts.error}
        onRetry={() => void accounts.refetch()}
      />
      {accounts.hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={accounts.isFetchingNextPage}
          onClick={() => void accounts.fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </Stack>
  );
}
