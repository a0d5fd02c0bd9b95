import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MAX_NAMED, remindersContract } from '#shared/contract/reminders.ts';
import { reminderLimits, type ReminderType } from '#shared/domain/reminders/manual-reminders.ts';
import { nameOf } from '#app/features/people/people.ts';
import { RecipientRow } from '#app/features/reminders/RecipientRow.tsx';
import classes from '#app/features/reminders/Reminders.module.css';
import { keyOf, pageFor, type Page } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import type { Recipient } from '#app/features/reminders/recipient.ts';

/** The number of people that are fetched at a time. The search finds all of them. */
const step = 50;

/** The recipients of the reminder: id to name. */
export type Chosen = ReadonlyMap<string, string>;

/** The recipients of a reminder type (SPEC §2.5), searched and paged by the server; people passed by the caller are selected at once. */
export function Recipients({
  type,
  moduleIds,
  userIds,
  choosesAll,
  chosen,
  onChange,
}: {
  readonly type: ReminderType;
  /** The ids of the only modules, with commas between them; empty: all. */
  readonly moduleIds: string;
  /** Only these people, unless all people are requested. */
  readonly userIds: readonly string[] | undefined;
  /** Whether all of them are selected at first, as is the case for people passed by the caller. */
  readonly choosesAll: boolean;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen, byHand: boolean) => void;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 250);
  const [steps, setSteps] = useState(1);
  const [everybody, setEverybody] = useState(userIds === undefined);
  const [choosing, setChoosing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const named = everybody ? undefined : userIds;
  const pageOf = (limit: number, ids?: readonly string[]) =>
    pageFor(remindersContract.info, {
      query: {
        type,
        limit,
        ...(q !== '' && { q }),
        ...(ids && { userIds: ids.join(',') }),
        ...(moduleIds !== '' && { moduleIds }),
      },
    });
  const everyone = useQuery({
    ...pageOf(Math.min(reminderLimits.perCall, step * steps)),
    enabled: named === undefined,
  });
  const theNamed = useQuery({
    queryKey: [...keyOf(remindersContract.info), 'named', type, moduleIds, q, named],
    queryFn: async (): Promise<Page<Recipient>> => {
      // Their ids are in the address, which has no space for all of them at once.
      const pages = await Promise.all(
        inParts(named ?? [], MAX_NAMED).map((ids) => client.fetchQuery(pageOf(MAX_NAMED, ids))),
      );
      return {
        rows: pages.flatMap(({ rows }) => rows),
        total: pages.reduce((sum, { total }) => sum + total, 0),
      };
    },
    enabled: named !== undefined,
    placeholderData: (previous) => previous,
  });
  const people = named === undefined ? everyone : theNamed;
  const choose = (persons: readonly Recipient[], on: boolean, byHand = true): void => {
    const next = new Map(chosen);
    for (const person of persons) {
      if (on) next.set(person.id, nameOf(person));
      else next.delete(person.id);
    }
    onChange(next, byHand);
  };
  const chooseAll = async (page: Page<Recipient>, on: boolean, byHand = true): Promise<void> => {
    setFailure(null);
    if (page.rows.length === page.total) {
      choose(page.rows, on, byHand);
      return;
    }
    setChoosing(true);
    try {
      choose((await client.fetchQuery(pageOf(reminderLimits.perCall))).rows, on, byHand);
    } catch (error) {
      setFailure(error);
    } finally {
      setChoosing(false);
    }
  };
  const begun = useRef(everybody && !choosesAll);
  const begin = useEffectEvent((page: Page<Recipient>) => void chooseAll(page, true, false));
  useEffect(() => {
    if (begun.current || !people.data || people.isPlaceholderData) return;
    begun.current = true;
    begin(people.data);
  }, [people.data, people.isPlaceholderData]);
  return (
    <Stack gap="xs">
      <TextInput
        label={t`People`}
        placeholder={t`Name or email`}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => {
          setSteps(1);
          setText(currentTarget.value);
        }}
      />
      <Load query={people} skeleton={<LineSkeletons label={t`Loading users...`} />}>
        {({ rows, total }) => {
          const all =
            rows.length > 0 &&
            rows.every(({ id }) => chosen.has(id)) &&
            chosen.size >= Math.min(total, reminderLimits.perCall);
          const [shown, found] = [number(rows.length), number(total)];
          const most = number(reminderLimits.perCall);
          return (
            <>
              <Group justify="space-between" gap="xs">
                <Checkbox
                  label={
                    total > reminderLimits.perCall ? (
                      <Trans>Select the first {most}</Trans>
                    ) : (
                      <Trans>Select all ({found})</Trans>
                    )
                  }
                  disabled={total === 0 || choosing}
                  checked={all}
                  indeterminate={!all && rows.some(({ id }) => chosen.has(id))}
                  onChange={({ currentTarget }) => void chooseAll({ rows, total }, currentTarget.checked)}
                />
                <Text size="sm" c="dimmed" role="status">
                  <Plural value={chosen.size} one="# selected" other="# selected" />
                  {' · '}
                  <Trans>
                    {shown} of {found} shown
                  </Trans>
                </Text>
              </Group>
              <DialogError error={failure} />
              {rows.length === 0 ? (
                <Text size="sm" c="dimmed" className={classes.empty}>
                  <Trans>No users match the selected reminder type criteria.</Trans>
                </Text>
              ) : (
                <div className={classes.list} role="group" aria-label={t`People`} tabIndex={-1}>
                  {rows.map((person) => (
                    <RecipientRow
                      key={person.id}
                      person={person}
                      checked={chosen.has(person.id)}
                      onChange={(on) => choose([person], on)}
                    />
                  ))}
                  {rows.length < total && rows.length < reminderLimits.perCall && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      className={classes.more ?? ''}
                      loading={people.isFetching}
                      onClick={() => setSteps(steps + 1)}
                    >
                      <Trans>Show more</Trans>
                    </Button>
                  )}
                </div>
              )}
              {chosen.size > reminderLimits.perCall && (
                <Text size="sm" c="red" role="alert">
                  <Trans>At most {most} people at once. Remove some.</Trans>
                </Text>
              )}
              {!everybody && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  className={classes.more ?? ''}
                  onClick={() => setEverybody(true)}
                >
                  <Trans>Choose from all people</Trans>
                </Button>
              )}
            </>
          );
        }}
      </Load>
    </Stack>
  );
}

const inParts = <T,>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
