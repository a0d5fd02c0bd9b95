import { Button, Checkbox, Group, Paper, TextInput } from '@mantine/core';
import { IconSearch, IconUserOff, IconUsers } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PeopleSelection } from '#app/features/assigning/PeopleSelection.tsx';
import { usePeopleSelection } from '#app/features/assigning/use-people-selection.ts';
import { toggled } from '#app/features/assignments/choice.ts';
import { nameOf } from '#app/features/people/people.ts';
import { useFormat } from '#app/lib/format.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { teamTreeId } from '#app/screens/team/TeamCards.tsx';
import { TeamTree } from '#app/screens/team/TeamTree.tsx';
import classes from '#app/screens/team/Team.module.css';
import {
  isFound,
  isUnder,
  linesOf,
  teamFilters,
  type Member,
  type TeamNode,
} from '#app/screens/team/tree.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

const everybody = { show: 'all', q: '' } as const;
const none: ReadonlySet<string> = new Set();

/** Marks a button with nothing left to do as disabled, but leaves the focus on it after it was pressed. */
const dimmed = (is: boolean) => ({ 'aria-disabled': is, 'data-disabled': is || undefined });

/** The tree with search and filter in the address. Matches are shown below their managers, all expanded. */
export function TeamList({
  people,
  tree,
  onAssign,
  onRemind,
}: {
  readonly people: readonly Member[];
  readonly tree: readonly TeamNode[];
  readonly onAssign: (member: Member) => void;
  readonly onRemind: (member: Member) => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const [state, patch] = useUrlState(everybody);
  const show = teamFilters.find((filter) => filter === state.show) ?? 'all';
  const narrowed = show !== 'all' || state.q.trim() !== '';
  // Lines expanded in the whole tree stay expanded during a search; lines collapsed in a search stay so until the search changes.
  const [opened, setOpened] = useState(none);
  const [shut, setShut] = useState(none);
  const isExpanded = (id: string) => (narrowed ? !shut.has(id) : opened.has(id));
  const toggle = (id: string) => (narrowed ? setShut(flipped(shut, id)) : setOpened(flipped(opened, id)));
  const narrow = (changes: Partial<Record<keyof typeof everybody, string>>): void => {
    setShut(none);
    patch(changes);
  };
  const wanted = (member: Member) => isUnder(member, show) && isFound(member, state.q);
  const lines = linesOf(tree, isExpanded, narrowed ? wanted : undefined);
  const count = (filter: typeof show) => people.filter((member) => isUnder(member, filter)).length;
  const selection = usePeopleSelection(people, ({ id }) => id, nameOf);
  // People shown only as managers of matches are left out; people below a collapsed line are included.
  const shownIds = people.filter(wanted).map(({ id }) => id);
  const allChosen = shownIds.every((id) => selection.selected.has(id));
  const found = number(shownIds.length);
  const leads = new Set(people.map(({ managerId }) => managerId));
  const branches = people.filter(({ id }) => leads.has(id));
  const isAllOpen = branches.every(({ id }) => opened.has(id));
  const isAllShut = !branches.some(({ id }) => opened.has(id));
  if (people.length === 0) {
    return (
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
    );
  }
  return (
    <div id={teamTreeId} className={classes.place}>
      <Section
        title={<Trans>Team tree</Trans>}
        actions={
          !narrowed &&
          leads.size > 1 && (
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                {...dimmed(isAllOpen)}
                onClick={() => setOpened(new Set(branches.map(({ id }) => id)))}
              >
                <Trans>Expand all</Trans>
              </Button>
              <Button size="xs" variant="default" {...dimmed(isAllShut)} onClick={() => setOpened(none)}>
                <Trans>Collapse all</Trans>
              </Button>
            </Group>
          )
        }
      >
        <div className={classes.tools}>
          <TextInput
            className={classes.search}
            type="search"
            aria-label={t`Search the team`}
            placeholder={t`Name, email or job title`}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={state.q}
            maxLength={200}
            onChange={({ currentTarget }) => narrow({ q: currentTarget.value })}
          />
          <FilterPills
            label={t`Filter the team`}
            value={show}
            onChange={(value) => narrow({ show: value })}
            pills={[
              { value: 'all', label: t`All`, count: people.length },
              { value: 'overdue', label: t`Overdue`, count: count('overdue'), alarm: true },
              { value: 'onTrack', label: t`On track`, count: count('onTrack') },
              { value: 'complete', label: t`Complete`, count: count('complete') },
              { value: 'nothingRequired', label: t`Nothing required`, count: count('nothingRequired') },
              { value: 'account', label: t`No working account`, count: count('account') },
            ]}
          />
        </div>
        {lines.length === 0 ? (
          <Paper withBorder>
            <EmptyState
              icon={IconUserOff}
              title={<Trans>No one matches these filters</Trans>}
              hint={<Trans>Try another search or remove filters.</Trans>}
              action={
                <Button variant="default" onClick={() => narrow(everybody)}>
                  <Trans>Show everyone</Trans>
                </Button>
              }
            />
          </Paper>
        ) : (
          <>
            {selection.people.size > 0 && (
              <Paper withBorder p="sm">
                <PeopleSelection people={selection.people} onClear={selection.clear} />
              </Paper>
            )}
            <Checkbox
              label={<Trans>Select everyone shown ({found})</Trans>}
              checked={allChosen}
              indeterminate={!allChosen && shownIds.some((id) => selection.selected.has(id))}
              onChange={() =>
                selection.select(allChosen ? none : new Set([...selection.selected, ...shownIds]))
              }
            />
            <TeamTree
              lines={lines}
              selected={selection.selected}
              onSelect={(id) => selection.select(toggled(selection.selected, id))}
              isMatch={narrowed ? wanted : undefined}
              onToggle={toggle}
              onAssign={onAssign}
              onRemind={onRemind}
            />
          </>
        )}
      </Section>
    </div>
  );
}

function flipped(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
