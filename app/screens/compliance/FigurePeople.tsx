import { Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconShieldCheck } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { complianceContract } from '#shared/contract/compliance.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { PeopleSelection, useMaySelectPeople } from '#app/features/assigning/PeopleSelection.tsx';
import { usePeopleSelection } from '#app/features/assigning/use-people-selection.ts';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { AwayBadge } from '#app/features/people/AwayBadge.tsx';
import { roleLabels } from '#app/features/people/role-labels.ts';
import { ReminderDialog } from '#app/features/reminders/ReminderDialog.tsx';
import { untilPrepared } from '#app/features/completion-report/preparing.ts';
import { pageFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import {
  listOf,
  peopleId,
  stateOf,
  type ListedPerson,
  type Metrics,
  type View,
} from '#app/screens/compliance/compliance.ts';
import { reminderFor, RiskReminder } from '#app/screens/compliance/RiskReminder.tsx';
import { Email } from '#app/ui/Email.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink, TextLink } from '#app/ui/links.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** High Risk Users (SPEC §2.13), or the people behind the figure that was chosen above. */
export function FigurePeople({ metrics, view }: { readonly metrics: Metrics; readonly view: View }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const state = stateOf(view.people);
  const role = roles.find((one) => one === view.role);
  const [reminded, setReminded] = useState<ListedPerson | null>(null);
  const columns = useColumns(state === 'overdue' && view.asOf === '', setReminded);
  const list = useList({
    filters: {},
    ask: () => ({
      state,
      organization: view.of || view.organization,
      ...(view.department && { departmentId: view.department }),
      ...(role && { role }),
      ...(view.asOf && { asOf: view.asOf }),
      ...(/^[1-9]\d{0,8}$/.test(view.module) && { moduleId: view.module }),
    }),
    limit: 25,
    page: (query) => ({
      ...pageFor(complianceContract.people, { query }),
      // Like the figures above them.
      staleTime: 0,
      placeholderData: keepPreviousData,
      ...untilPrepared,
    }),
  });
  const selection = usePeopleSelection(
    list.query.data?.rows,
    ({ id }) => id,
    ({ name }) => name,
  );
  const maySelect = useMaySelectPeople() && view.asOf === '';
  const titles = {
    overdue: t`High Risk Users`,
    compliant: t`Compliant people`,
    pending: t`Pending people`,
    complete: t`People who are complete`,
    nothing_required: t`People with nothing required`,
    never_signed_in: t`People who never signed in`,
    all: t`All people`,
  };
  const places = [
    ...placesOf(metrics, view, t`No organization`, t`No department`),
    ...(role ? [i18n._(roleLabels[role])] : []),
  ];
  const narrowed = state !== 'overdue' || places.length > 0;
  return (
    <div id={peopleId}>
      <Section
        title={[titles[state], ...places].join(' · ')}
        hint={state === 'overdue' && <Trans>People with overdue or expired training, most first</Trans>}
        actions={
          narrowed && (
            <ButtonLink
              to="/compliance"
              search={listOf(view, {})}
              hash={peopleId}
              variant="default"
              size="xs"
            >
              <Trans>Show all High Risk Users</Trans>
            </ButtonLink>
          )
        }
      >
        <DataTable
          id="compliance-people"
          label={titles[state]}
          columns={columns}
          list={list.table}
          rowKey={(person) => person.id}
          rowName={(person) => person.name}
          loadingLabel={t`Loading people…`}
          {...(maySelect && {
            selected: selection.selected,
            onSelected: selection.select,
            bulkBar: <PeopleSelection people={selection.people} onClear={selection.clear} />,
          })}
          onOpen={(person) => void navigate({ to: `/employee/${person.id}` })}
          empty={
            state === 'overdue' ? (
              <EmptyState
                icon={IconShieldCheck}
                title={<Trans>No one has overdue or expired training</Trans>}
                hint={<Trans>People appear here the day after a due date or an expiry date.</Trans>}
              />
            ) : (
              <EmptyState title={<Trans>No one is in this group</Trans>} />
            )
          }
        />
      </Section>
      {reminded && (
        <ReminderDialog
          opened
          onClose={() => setReminded(null)}
          userIds={[reminded.id]}
          type={reminderFor(reminded) ?? undefined}
        />
      )}
    </div>
  );
}

/** Returns the names of the places in the filter of the list, if the figures above contain them. */
function placesOf(
  metrics: Metrics,
  { of, department }: View,
  noOrganization: string,
  noDepartment: string,
): readonly string[] {
  if (of === '') return [];
  const row = metrics.byOrganization.find(({ id }) => String(id ?? 'none') === of);
  if (!row) return [];
  const name = row.name ?? noOrganization;
  if (department === '') return [name];
  const part = row.departments.find(({ id }) => String(id ?? 'none') === department);
  return part ? [name, part.name ?? noDepartment] : [name];
}

function useColumns(
  isReminding: boolean,
  onRemind: (person: ListedPerson) => void,
): readonly Column<ListedPerson>[] {
  const { t } = useLingui();
  const { permissions } = useUser();
  const reminder: Column<ListedPerson> = {
    key: 'reminder',
    title: t`Send Reminder`,
    silentTitle: true,
    hideable: false,
    pinned: true,
    align: 'right',
    render: (person) => <RiskReminder person={person} onRemind={onRemind} />,
  };
  return [
    {
      key: 'name',
      title: t`User`,
      hideable: false,
      rowHeader: true,
      render: ({ id, name, email, isAway, overdueCount, expiredCount }) => (
        <div style={{ minWidth: 180, overflowWrap: 'anywhere' }}>
          <TextLink to={`/employee/${id}`} size="sm" fw={550}>
            {name}
          </TextLink>
          <Text size="xs" c="dimmed">
            <Email address={email} />
          </Text>
          {isAway && <AwayBadge />}
          {overdueCount > 0 && (
            // On a phone, the column of the figure is off screen, to the right of the name.
            <Text size="xs" fw={650} c="var(--tt-red-text)" className="tt-figures" hiddenFrom="sm">
              <Plural value={overdueCount} one="# overdue training" other="# overdue trainings" />
            </Text>
          )}
          {expiredCount > 0 && (
            <Text size="xs" fw={650} c="var(--tt-crimson-text)" className="tt-figures" hiddenFrom="sm">
              <Plural value={expiredCount} one="# expired training" other="# expired trainings" />
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'organization',
      title: t`Organization`,
      render: ({ organization, department }) => (
        <div style={{ minWidth: 140, overflowWrap: 'anywhere' }}>
          <Text size="sm">{organization ?? t`No organization`}</Text>
          <Text size="xs" c="dimmed">
            {department ?? ''}
          </Text>
        </div>
      ),
    },
    { key: 'role', title: t`Role`, render: ({ role }) => <RoleBadge role={role} size="sm" /> },
    {
      key: 'overdue',
      title: t`Overdue`,
      figures: true,
      align: 'right',
      render: ({ overdueCount }) => overdueCount,
    },
    {
      key: 'expired',
      title: t`Expired`,
      figures: true,
      align: 'right',
      render: ({ expiredCount }) => expiredCount,
    },
    {
      key: 'pending',
      title: t({ message: 'Pending', context: 'training' }),
      figures: true,
      align: 'right',
      render: ({ pendingCount }) => pendingCount,
    },
    {
      key: 'lastActivity',
      title: t`Last Activity`,
      render: ({ lastActivity }) =>
        lastActivity === null ? (
          <Text size="sm" c="dimmed">
            <Trans>Never</Trans>
          </Text>
        ) : (
          <Moment value={lastActivity} show="relative" />
        ),
    },
    ...(isReminding && permissions.includes('reminders.send') ? [reminder] : []),
  ];
}
