import { Button, Checkbox, Group, Pill, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { nameOf } from '#app/features/people/people.ts';
import { pageFor } from '#app/lib/client.ts';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The number of people that are fetched at a time. The search finds all of them. */
const step = 50;
/** The maximum of the list call (DESIGN 'The wire'). */
const most = 1000;
/** The number of chosen people named above the list. */
const pills = 12;

type Person = ResponseOf<typeof peopleContract.list>[number];

/**
 * Chooses people in reach, or of one organization, paged by the server. The people of a department are shown first; the search
 * finds all others.
 */
export function PeopleChoice({
  organizationId = null,
  departmentId = null,
  chosen,
  onChange,
}: {
  readonly organizationId?: number | null;
  readonly departmentId?: number | null;
  /** Id to name. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly onChange: (chosen: ReadonlyMap<string, string>) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 250);
  const [steps, setSteps] = useState(1);
  // The people of the department first; others only by search.
  const nearby = q === '' && departmentId !== null;
  const people = useQuery(
    pageFor(peopleContract.list, {
      query: {
        sort: 'name',
        isActive: 'true',
        limit: Math.min(most, step * steps),
        ...(organizationId === null ? {} : { organizationId: String(organizationId) }),
        ...(nearby ? { departmentId: String(departmentId) } : {}),
        ...(q === '' ? {} : { q: q.slice(0, 200) }),
      },
    }),
  );
  const toggle = (persons: readonly Person[], on: boolean): void => {
    const next = new Map(chosen);
    for (const person of persons) {
      if (on) next.set(person.id, nameOf(person));
      else next.delete(person.id);
    }
    onChange(next);
  };
  return (
    <Stack gap="xs">
      <TextInput
        label={t`People`}
        placeholder={t`Name or email`}
        description={departmentId === null ? undefined : t`The search covers everyone in the organization.`}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => {
          setSteps(1);
          setText(currentTarget.value);
        }}
      />
      {chosen.size > 0 && (
        <Pill.Group>
          {[...chosen].slice(-pills).map(([id, name]) => (
            <Pill
              key={id}
              withRemoveButton
              removeButtonProps={{ 'aria-label': t`Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange(new Map([...chosen].filter(([one]) => one !== id)))}
            >
              {name}
            </Pill>
          ))}
          {chosen.size > pills && (
            <Text size="sm" component="span">
              <Plural value={chosen.size - pills} one="and # more" other="and # more" />
            </Text>
          )}
        </Pill.Group>
      )}
      <Load query={people} skeleton={<LineSkeletons label={t`Loading users...`} />}>
        {({ rows, total }) => (
          <>
            <Group justify="space-between">
              <Checkbox
                label={t`Select all shown`}
                disabled={rows.length === 0}
                checked={rows.length > 0 && rows.every((person) => chosen.has(person.id))}
                indeterminate={
                  rows.some((person) => chosen.has(person.id)) &&
                  !rows.every((person) => chosen.has(person.id))
                }
                onChange={({ currentTarget }) => toggle(rows, currentTarget.checked)}
              />
              <Text size="sm" c="dimmed" role="status">
                <Plural value={chosen.size} one="# selected" other="# selected" />
                {' · '}
                <Trans>
                  {rows.length} of {total} shown
                </Trans>
              </Text>
            </Group>
            <ScrollArea.Autosize mah={300} type="auto">
              <Stack gap={6}>
                {rows.map((person) => (
                  <Checkbox
                    key={person.id}
                    checked={chosen.has(person.id)}
                    onChange={({ currentTarget }) => toggle([person], currentTarget.checked)}
                    label={nameOf(person)}
                    description={[person.jobTitle, person.email].filter(Boolean).join(' · ')}
                  />
                ))}
                {rows.length === 0 && (
                  <Text size="sm" c="dimmed">
                    {nearby ? (
                      <Trans>No one here. Search for people in other departments.</Trans>
                    ) : (
                      <Trans>No one matches this search.</Trans>
                    )}
                  </Text>
                )}
                {rows.length < total && rows.length < most && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    style={{ alignSelf: 'flex-start' }}
                    loading={people.isFetching}
                    onClick={() => setSteps(steps + 1)}
                  >
                    <Trans>Show more</Trans>
                  </Button>
                )}
              </Stack>
            </ScrollArea.Autosize>
          </>
        )}
      </Load>
    </Stack>
  );
}
