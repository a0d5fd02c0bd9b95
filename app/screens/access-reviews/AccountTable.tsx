import { Button, Group, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCheck, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import { PersonCell } from '#app/features/people/PersonCells.tsx';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import { AccountDrawer } from '#app/screens/access-reviews/AccountDrawer.tsx';
import { AnswerCell } from '#app/screens/access-reviews/AnswerCell.tsx';
import { AnswerDialog } from '#app/screens/access-reviews/AnswerDialog.tsx';
import { notAnswered } from '#app/screens/access-reviews/review-messages.ts';
import { grantLabels, type Account, type Review } from '#app/screens/access-reviews/reviews.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The maximum number of accounts answered at once. */
const mostAtOnce = 500;

/** The accounts of a review with their access, and the answer for each (AUTH-17). */
export function AccountTable({
  review,
  answers,
  ...table
}: {
  readonly review: Review;
  /** True if the reader answers; otherwise the table is read-only. */
  readonly answers: boolean;
  readonly rows: readonly Account[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const { t } = useLingui();
  const { id: ownId } = useUser();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [opened, setOpened] = useState<Account | null>(null);
  const [asked, setAsked] = useState<{ readonly account: Account; readonly answer: 'change' | 'end' } | null>(
    null,
  );
  const invalidate = useInvalidate();
  const answer = useCommand(contract.answer, {
    failure: notAnswered,
    onSuccess: () => setSelected(new Set()),
    // The toast explains it; the accounts are fetched again, to be answered in their current state.
    onError: ({ code }) => {
      if (code === 'STALE') void invalidate(contract.answer);
    },
  });
  const keep = (accounts: readonly Account[]): void =>
    answer.mutate({
      params: { id: review.id },
      body: { accounts: accounts.map(({ userId, seen }) => ({ userId, seen })), answer: 'keep' },
    });
  const chosen = (table.rows ?? []).filter(({ userId }) => selected.has(userId) && userId !== ownId);
  const count = chosen.length;
  const columns = useColumns();
  return (
    <>
      <DataTable
        {...table}
        id="access-review"
        cards
        label={t`Accounts`}
        columns={[
          ...columns,
          {
            key: 'answer',
            title: t`Answer`,
            hideable: false,
            render: (account) => (
              <AnswerCell
                account={account}
                answers={answers && account.userId !== ownId}
                own={account.userId === ownId && answers}
                busy={answer.isPending}
                onKeep={() => keep([account])}
                onAsk={(asking) => setAsked({ account, answer: asking })}
              />
            ),
          },
        ]}
        rowKey={({ userId }) => userId}
        rowName={({ name }) => name}
        loadingLabel={t`Loading the accounts...`}
        maxHeight="70vh"
        minWidth={1080}
        onOpen={setOpened}
        {...(answers ? { selected, onSelected: setSelected } : {})}
        bulkBar={
          <>
            <Button
              size="compact-md"
              leftSection={<IconCheck size={16} aria-hidden />}
              loading={answer.isPending}
              disabled={count === 0 || count > mostAtOnce}
              onClick={() => keep(chosen)}
            >
              <Plural value={count} one="Keep # selected account" other="Keep # selected accounts" />
            </Button>
            {count > mostAtOnce && (
              <Text size="sm" role="status">
                <Trans>You can keep at most {mostAtOnce} accounts at once.</Trans>
              </Text>
            )}
          </>
        }
        empty={<EmptyState title={<Trans>No account matches</Trans>} />}
      />
      <AccountDrawer account={opened} onClose={() => setOpened(null)} />
      {asked && <AnswerDialog reviewId={review.id} {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function useColumns(): readonly Column<Account>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: 'name',
      title: t`Account`,
      rowHeader: true,
      hideable: false,
      render: (account) => (
        <PersonCell name={account.name} email={account.email}>
          <Marks account={account} />
        </PersonCell>
      ),
    },
    {
      key: 'role',
      title: t`Role and grants`,
      render: ({ role, roleGivenByName, grants, organizationName }) => (
        <div style={{ minWidth: 160, overflowWrap: 'anywhere' }}>
          <RoleBadge role={role} size="sm" />
          {roleGivenByName !== null && (
            <Text size="xs">
              <Giver name={roleGivenByName} />
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {organizationName ?? t`No organization`}
          </Text>
          {grants.map(({ id, kind, organizationName: of, grantedByName }) => (
            <Text size="xs" key={id}>
              {i18n._(grantLabels[kind])}: {of}
              {grantedByName !== null && (
                <>
                  {' · '}
                  <Giver name={grantedByName} />
                </>
              )}
            </Text>
          ))}
        </div>
      ),
    },
    {
      key: 'manager',
      title: t`Manager`,
      render: ({ managerName }) => managerName ?? '–',
    },
    {
      key: 'lastSignIn',
      title: t`Last sign-in`,
      render: ({ lastSignInAt }) => (lastSignInAt === null ? t`Never` : <Moment value={lastSignInAt} />),
    },
    {
      key: 'credential',
      title: t`Password since`,
      render: ({ credentialAt }) =>
        credentialAt === null ? t`No password` : <Moment value={credentialAt} />,
    },
    {
      key: 'secondFactor',
      title: t`Second factor`,
      render: ({ secondFactor }) => (secondFactor ? t`On` : t`Off`),
    },
  ];
}

/** The person who gave a role or a grant. */
function Giver({ name: giver }: { readonly name: string }) {
  return <Trans>Given by {giver}</Trans>;
}

/** The reasons to look at an account more closely. */
function Marks({ account: { flagged, since } }: { readonly account: Account }) {
  return (
    <Group gap={6} mt={flagged || since !== 'same' ? 4 : 0}>
      {flagged && (
        <ToneBadge tone="red" icon={IconAlertTriangle} size="sm" wrap>
          <Trans>Signing identity set by someone else</Trans>
        </ToneBadge>
      )}
      {since === 'changed' && (
        <ToneBadge tone="amber" icon={IconHistory} size="sm" wrap>
          <Trans>Changed since opening</Trans>
        </ToneBadge>
      )}
      {since === 'added' && (
        <ToneBadge tone="amber" icon={IconHistory} size="sm" wrap>
          <Trans>New since opening</Trans>
        </ToneBadge>
      )}
    </Group>
  );
}
