import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarTime, IconUserCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { pageFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import { IntervalDialog } from '#app/screens/access-reviews/IntervalDialog.tsx';
import { notOpened } from '#app/screens/access-reviews/review-messages.ts';
import { dueLook, stateLooks, type ReviewRow, type Schedule } from '#app/screens/access-reviews/reviews.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink, TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { searchOf, useList } from '#app/ui/table/use-list.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const pageSize = 20;

/** /access-reviews (AUTH-17): when the access to each organization is due to be reviewed, and the reviews so far. */
export function AccessReviews() {
  const { t } = useLingui();
  const { permissions } = useUser();
  const schedules = useList({
    filters: { q: '' },
    ask: ({ q }) => searchOf(q),
    limit: pageSize,
    page: (query) => ({ ...pageFor(contract.schedules, { query }), staleTime: 0 }),
  });
  const reviews = useList({
    filters: {},
    ask: () => ({}),
    pageKey: 'past',
    limit: pageSize,
    page: (query) => ({ ...pageFor(contract.list, { query }), staleTime: 0 }),
  });
  return (
    <Page>
      <PageHeader
        title={t`Access Reviews`}
        subtitle={
          permissions.includes('access.review')
            ? t`Review and sign who has which access, account by account`
            : t`Who had which access, and who reviewed it`
        }
      />
      <Section title={<Trans>Organizations</Trans>}>
        <Stack gap="md">
          <SearchField
            value={schedules.view.q}
            placeholder={t`Name of the organization`}
            onSearch={(text) => schedules.change({ q: text })}
          />
          <Load
            query={schedules.query}
            skeleton={<LineSkeletons label={t`Loading organizations...`} count={4} />}
          >
            {({ rows }) =>
              rows.length === 0 ? (
                <EmptyState title={<Trans>No organization matches</Trans>} />
              ) : (
                <>
                  <Stack
                    component="ul"
                    gap="sm"
                    m={0}
                    p={0}
                    style={{ listStyle: 'none' }}
                    aria-label={t`Organizations`}
                  >
                    {rows.map((schedule) => (
                      <OrganizationCard key={schedule.organizationId} schedule={schedule} />
                    ))}
                  </Stack>
                  <ListFoot list={schedules.table} />
                </>
              )
            }
          </Load>
        </Stack>
      </Section>
      <Section title={<Trans>Past reviews</Trans>}>
        <Load
          query={reviews.query}
          skeleton={<LineSkeletons label={t`Loading the access reviews...`} count={3} />}
        >
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title={<Trans>No access review yet</Trans>} />
            ) : (
              <>
                <Stack
                  component="ul"
                  gap="sm"
                  m={0}
                  p={0}
                  style={{ listStyle: 'none' }}
                  aria-label={t`Past reviews`}
                >
                  {rows.map((review) => (
                    <ReviewCard key={review.id} review={review} />
                  ))}
                </Stack>
                <ListFoot list={reviews.table} />
              </>
            )
          }
        </Load>
      </Section>
    </Page>
  );
}

/** One organization: when its access is due to be reviewed, and the next step. */
function OrganizationCard({ schedule }: { readonly schedule: Schedule }) {
  const { t, i18n } = useLingui();
  const reviews = useUser().permissions.includes('access.review');
  const navigate = useNavigate();
  const [changing, setChanging] = useState(false);
  const open = useCommand(contract.open, {
    failure: notOpened,
    onSuccess: ({ id }) => void navigate({ to: `/access-reviews/${String(id)}` }),
  });
  const { organizationId, organizationName, everyMonths, lastSignedAt, openReviewId, dueOn } = schedule;
  const { label, tone, icon } = dueLook(schedule);
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Group gap="xs">
            <Text fw={600}>{organizationName}</Text>
            <ToneBadge tone={tone} icon={icon} size="sm">
              {i18n._(label)}
            </ToneBadge>
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>
              Due by <CalendarDate value={dueOn} />
            </Trans>
            {' · '}
            <Plural value={everyMonths} one="every month" other="every # months" />
            {' · '}
            {lastSignedAt === null ? (
              <Trans>not reviewed yet</Trans>
            ) : (
              <Trans>
                last signed <Moment value={lastSignedAt} />
              </Trans>
            )}
          </Text>
        </div>
        {reviews && (
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconCalendarTime size={18} aria-hidden />}
              aria-label={t`Change interval for ${organizationName}`}
              onClick={() => setChanging(true)}
            >
              <Trans>Change interval</Trans>
            </Button>
            {openReviewId === null ? (
              <Button
                leftSection={<IconUserCheck size={18} aria-hidden />}
                loading={open.isPending}
                aria-label={t`Start review of ${organizationName}`}
                onClick={() => open.mutate({ body: { organizationId } })}
              >
                <Trans>Start review</Trans>
              </Button>
            ) : (
              <ButtonLink
                to={`/access-reviews/${String(openReviewId)}`}
                aria-label={t`Continue review of ${organizationName}`}
              >
                <Trans>Continue review</Trans>
              </ButtonLink>
            )}
          </Group>
        )}
      </Group>
      {changing && <IntervalDialog schedule={schedule} onClose={() => setChanging(false)} />}
    </Paper>
  );
}

/** One review, open or ended. */
function ReviewCard({ review }: { readonly review: ReviewRow }) {
  const { i18n } = useLingui();
  const { id, organizationName, state, openedAt, openedByName, endedAt, endedByName } = review;
  const { label, tone, icon } = stateLooks[state];
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <TextLink to={`/access-reviews/${String(id)}`} fw={600}>
          {organizationName} · <Moment value={openedAt} />
        </TextLink>
        <ToneBadge tone={tone} icon={icon} size="sm">
          {i18n._(label)}
        </ToneBadge>
      </Group>
      <Text size="sm" c="dimmed">
        <Trans>Opened by {openedByName}</Trans>
        {endedAt !== null && (
          <>
            {' · '}
            {i18n._(label)} <Moment value={endedAt} show="dateTime" />
            {endedByName !== null && ` · ${endedByName}`}
          </>
        )}
      </Text>
    </Paper>
  );
}
