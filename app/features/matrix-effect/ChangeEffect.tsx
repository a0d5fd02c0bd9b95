import { List, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconBook2, IconCircleMinus, IconPlayerPause, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { changeEffect, changeKinds } from '#shared/contract/curricula-schemas.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ScrollingList } from '#app/ui/ScrollingList.tsx';

/** The effect of a change of a matrix, as returned by its preview. */
export type Effect = z.output<typeof changeEffect>;
type Change = Effect['people'][number]['changes'][number];

/** The effect of a change on trainings, in words and numbers, before it is made (UI.md; MTX-06). */
export function ChangeEffect({
  effect,
  changed = false,
}: {
  readonly effect: Effect;
  /** True if another effect was shown before. */
  readonly changed?: boolean;
}) {
  const { assigned, voided, noLongerRequired, requiredAgain } = effect;
  return (
    <Stack gap="xs">
      {changed && <EffectChanged />}
      {effect.peopleCount === 0 && (
        <Text size="sm">
          <Trans>No one’s training changes.</Trans>
        </Text>
      )}
      {voided.assignments > 0 && (
        <Line icon={IconCircleMinus}>
          <Trans>
            <Plural value={voided.assignments} one="Removes # assignment" other="Removes # assignments" /> of{' '}
            <Plural value={voided.people} one="# person" other="# people" />, not started yet
          </Trans>
        </Line>
      )}
      {noLongerRequired.assignments > 0 && (
        <Line icon={IconPlayerPause}>
          <Trans>
            <Plural
              value={noLongerRequired.assignments}
              one="# started assignment"
              other="# started assignments"
            />{' '}
            of <Plural value={noLongerRequired.people} one="# person" other="# people" />: no longer required,
            kept
          </Trans>
        </Line>
      )}
      {assigned.assignments > 0 && (
        <Line icon={IconBook2}>
          <Trans>
            <Plural value={assigned.assignments} one="Assigns # training" other="Assigns # trainings" /> to{' '}
            <Plural value={assigned.people} one="# person" other="# people" />
          </Trans>
        </Line>
      )}
      {requiredAgain.assignments > 0 && (
        <Line icon={IconArrowBackUp}>
          <Trans>
            <Plural
              value={requiredAgain.assignments}
              one="# started assignment"
              other="# started assignments"
            />{' '}
            of <Plural value={requiredAgain.people} one="# person" other="# people" />: required again
          </Trans>
        </Line>
      )}
      {assigned.assignments > 0 && <MailNotice />}
    </Stack>
  );
}

/** The first people of an effect, each with the change, and the number of others (MTX-06). */
export function PeopleOfEffect({ effect: { people, peopleCount } }: { readonly effect: Effect }) {
  const { t } = useLingui();
  if (people.length === 0) return null;
  return (
    <Stack gap="xs">
      <ScrollingList label={t`People whose trainings change`} height={240}>
        <List size="sm" spacing={6} listStyleType="none">
          {people.map((person) => (
            <List.Item key={person.id}>
              <Text size="sm" fw={550}>
                {fullName(person) || person.email}
              </Text>
              {person.changes.map((change) => (
                <Text key={`${change.kind} ${String(change.moduleId)}`} size="xs">
                  {change.title}: <ChangeWords change={change} />
                </Text>
              ))}
            </List.Item>
          ))}
        </List>
      </ScrollingList>
      {peopleCount > people.length && (
        <Text size="sm">
          <Plural value={peopleCount - people.length} one="and # more person" other="and # more people" />
        </Text>
      )}
    </Stack>
  );
}

function ChangeWords({ change: { kind, dueDate } }: { readonly change: Change }) {
  const words: Readonly<Record<(typeof changeKinds)[number], ReactNode>> = {
    assigned: dueDate ? (
      <Trans>
        due <CalendarDate value={dueDate} />
      </Trans>
    ) : (
      <Trans>assigned</Trans>
    ),
    voided: <Trans>removed, was not started</Trans>,
    no_longer_required: <Trans>stays, no longer required</Trans>,
    required_again: <Trans>required again</Trans>,
  };
  return words[kind];
}

function Line({ icon: TheIcon, children }: { readonly icon: Icon; readonly children: ReactNode }) {
  return (
    <Text size="sm" fw={600}>
      <TheIcon size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> {children}
    </Text>
  );
}
