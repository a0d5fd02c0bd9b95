import { Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { modulePeopleContract } from '#shared/contract/module-people.ts';
import { nameOf } from '#app/features/people/people.ts';
import { SendReminders } from '#app/features/reminders/SendReminders.tsx';
import { StateBadge } from '#app/features/by-module/StateBadge.tsx';
import { StatusBadge } from '#app/features/training/StatusBadge.tsx';
import { DueDateMoved } from '#app/features/training/VersionFacts.tsx';
import { PersonCell, PlaceCell } from '#app/features/people/PersonCells.tsx';
import { pageFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import {
  filtersOf,
  noFilters,
  type Figures,
  type ModulePerson,
} from '#app/screens/module-people/people-view.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { CalendarDate, EvidenceTime } from '#app/ui/Moment.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** The people of a module with their current cycle, paged and sorted by the server; people can be selected for reminders. */
export function PeopleList({ module }: { readonly module: Figures['module'] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { permissions } = useUser();
  const { asked, table } = useList({
    filters: noFilters,
    ask: filtersOf,
    sorts: ['name', 'organization', 'status', 'version', 'dueDate', 'completedAt'],
    sort: 'status',
    limit: 50,
    page: (query) => ({
      ...pageFor(modulePeopleContract.list, { params: { id: module.id }, query }),
      staleTime: 0,
    }),
  });
  const shown = JSON.stringify([asked, table.state]);
  const [chosen, setChosen] = useState<{ readonly of: string; readonly ids: ReadonlySet<string | number> }>({
    of: shown,
    ids: new Set(),
  });
  // A selection on another page is out of sight, and its people would be reminded unseen.
  const selected = chosen.of === shown ? chosen.ids : new Set<string | number>();
  const columns = useColumns();
  const reminds = permissions.includes('reminders.send');
  return (
    <DataTable
      id="module-people"
      label={t`People of this module`}
      columns={columns}
      list={table}
      rowKey={(person) => person.id}
      rowName={nameOf}
      loadingLabel={t`Loading the people...`}
      onOpen={(person) => void navigate({ to: `/employee/${person.id}` })}
      cards
      minWidth={900}
      {...(reminds && {
        selected,
        onSelected: (ids: ReadonlySet<string | number>) => setChosen({ of: shown, ids }),
        bulkBar: (
          <>
            <Text size="sm" role="status">
              <Plural value={selected.size} one="# person selected" other="# people selected" />
            </Text>
            <SendReminders userIds={[...selected].map(String)} moduleId={module.id} size="xs" />
          </>
        ),
      })}
      noMatch={{
        title: <Trans>No one matches these filters</Trans>,
        hint: <Trans>Clear the filters to see everyone you have access to.</Trans>,
      }}
      empty={
        <EmptyState
          title={<Trans>No one has or needs this module</Trans>}
          hint={<Trans>People appear here once it is assigned to them or a matrix requires it.</Trans>}
        />
      }
    />
  );
}

function useColumns(): readonly Column<ModulePerson>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      title: t`User`,
      sortable: true,
      rowHeader: true,
      hideable: false,
      render: (person) => <PersonCell name={nameOf(person)} email={person.email} minWidth={170} />,
    },
    {
      key: 'organization',
      title: t`Organization`,
      sortable: true,
      render: (person) => <PlaceCell place={person} minWidth={130} />,
    },
    {
      key: 'jobTitle',
      title: t`Job Title`,
      render: (person) => person.jobTitle ?? t`Not specified`,
    },
    {
      key: 'status',
      title: t`Status`,
      sortable: true,
      hideable: false,
      render: (person) => <StateCell person={person} />,
    },
    {
      key: 'version',
      title: t`Version`,
      sortable: true,
      figures: true,
      render: (person) => person.version ?? '–',
    },
    {
      key: 'dueDate',
      title: t`Due`,
      sortable: true,
      render: ({ dueDate, dueDateMoved, completedAt }) =>
        completedAt === null && (dueDate !== null || dueDateMoved !== null) ? (
          <>
            {dueDate === null ? '–' : <Day value={dueDate} />}
            <DueDateMoved move={dueDateMoved} />
          </>
        ) : (
          '–'
        ),
    },
    {
      key: 'completedAt',
      title: t`Completed`,
      sortable: true,
      render: (person) => <CompletedCell person={person} />,
    },
    {
      key: 'validUntil',
      title: t`Valid until`,
      render: ({ validUntil }) => (validUntil === null ? '–' : <Day value={validUntil} />),
    },
  ];
}

/** The state of the module; if it has expired, the state of its renewal. */
function StateCell({ person: { status, openStatus } }: { readonly person: ModulePerson }) {
  return (
    <>
      <StateBadge state={status} />
      {status === 'expired' && openStatus !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          {openStatus === 'in_progress' ? (
            <Trans>Renewal in progress</Trans>
          ) : (
            <Trans>Renewal not started</Trans>
          )}
        </Text>
      )}
    </>
  );
}

/** A date that does not break into two lines. */
function Day({ value }: { readonly value: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <CalendarDate value={value} />
    </span>
  );
}

/** The completion time of the current cycle; while it is open, the version completed before it. */
function CompletedCell({ person }: { readonly person: ModulePerson }) {
  const { before } = person;
  if (person.completedAt !== null) {
    return (
      <span style={{ whiteSpace: 'nowrap' }}>
        <CompletedAt of={{ ...person, completedAt: person.completedAt }} />
      </span>
    );
  }
  if (before === null) return '–';
  return (
    <Text size="xs" c="dimmed" component="div">
      {before.expired && person.status !== 'expired' && <StatusBadge status="expired" size="sm" />}{' '}
      {before.version === null ? (
        <Trans>
          previously: <CompletedAt of={before} />
        </Trans>
      ) : (
        <Trans>
          previously: version {before.version}, <CompletedAt of={before} />
        </Trans>
      )}
    </Text>
  );
}

/** The time of a completion, the same for every reader (RPT-05). */
function CompletedAt({
  of: { completedAt, completedTimeZone, completionKind },
}: {
  readonly of: Pick<ModulePerson, 'completedTimeZone' | 'completionKind'> & { readonly completedAt: string };
}) {
  return <EvidenceTime value={completedAt} timeZone={completedTimeZone} kind={completionKind} />;
}
