import { Button, Paper, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch, IconUserOff, IconUsers } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { SendReminders } from '#app/features/reminders/SendReminders.tsx';
import { useUrlState } from '#app/lib/url-state.ts';
import classes from '#app/screens/manager/Manager.module.css';
import { ReportCards } from '#app/screens/manager/ReportCards.tsx';
import { ReportTable } from '#app/screens/manager/ReportTable.tsx';
import { chosenReports, isUnder, reportFilters, type DirectReport } from '#app/screens/manager/reports.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';

/** The id of the list on the page: the cards above link to it. */
export const directReportsId = 'direct-reports';

const pageOfCards = 20;
const everybody = { show: 'all', q: '', page: '1' } as const;

/** Direct Reports Overview (SPEC §2.15): all people who report to the manager, with search, filter and sort in the address. */
export function DirectReports({ people }: { readonly people: readonly DirectReport[] }) {
  const { t } = useLingui();
  // Cards are used if five columns do not fit; the sidebar takes part of the width.
  const cards = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [state, patch] = useUrlState({ ...everybody, sort: 'name' });
  const show = reportFilters.find((filter) => filter === state.show) ?? 'all';
  const shown = chosenReports(people, { show, q: state.q, sort: state.sort });
  const count = (filter: typeof show) => people.filter((person) => isUnder(person, filter)).length;
  const tools = (
    <div className={classes.tools}>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={t`Search direct reports`}
        placeholder={t`Name, email or job title`}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={state.q}
        maxLength={200}
        onChange={({ currentTarget }) => patch({ q: currentTarget.value, page: '1' })}
      />
      <FilterPills
        label={t`Filter direct reports`}
        value={show}
        onChange={(value) => patch({ show: value, page: '1' })}
        pills={[
          { value: 'all', label: t`All`, count: count('all') },
          { value: 'overdue', label: t`Overdue`, count: count('overdue'), alarm: true },
          { value: 'inactive', label: t`Inactive`, count: count('inactive') },
        ]}
      />
    </div>
  );
  const empty = (
    <EmptyState
      icon={IconUserOff}
      title={<Trans>No one matches these filters</Trans>}
      hint={<Trans>Try another search or remove filters.</Trans>}
      action={
        <Button variant="default" onClick={() => patch(everybody)}>
          <Trans>Show everyone</Trans>
        </Button>
      }
    />
  );
  const { offset } = windowOf(state.page, pageOfCards);
  return (
    <div id={directReportsId} className={classes.place}>
      <Section
        title={<Trans>Direct Reports Overview</Trans>}
        actions={people.length > 0 && <SendReminders size="xs" />}
      >
        {people.length === 0 && (
          <Paper withBorder>
            <EmptyState
              icon={IconUsers}
              title={<Trans>No one reports to you</Trans>}
              hint={
                <Trans>
                  People appear here once an administrator sets you as their manager under Users & Roles.
                </Trans>
              }
            />
          </Paper>
        )}
        {people.length > 0 && cards && (
          <>
            {tools}
            {shown.length === 0 ? (
              <Paper withBorder>{empty}</Paper>
            ) : (
              <ReportCards people={shown.slice(offset, offset + pageOfCards)} />
            )}
            {shown.length > pageOfCards && (
              <TableFoot
                total={shown.length}
                page={state.page}
                limit={pageOfCards}
                onPage={(page) => patch({ page })}
              />
            )}
          </>
        )}
        {people.length > 0 && !cards && (
          <ReportTable
            people={shown}
            sort={state.sort}
            onSort={(sort) => patch({ sort })}
            tools={tools}
            empty={empty}
          />
        )}
      </Section>
    </div>
  );
}
