import { Alert, Stack, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { IconArrowRight, IconRefreshAlert } from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulePublishingContract } from '#shared/contract/module-publishing.ts';
import type { PublishingEffect } from '#shared/domain/modules/publishing.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/screens/training-modules/Dialogs.module.css';
import type { Tone } from '#app/theme/tokens.ts';
import { CalendarDate, Moment } from '#app/ui/Moment.tsx';
import { ScrollingList } from '#app/ui/ScrollingList.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Effect = NonNullable<ResponseOf<typeof modulePublishingContract.publish>['effect']>;

const looks: Readonly<Record<PublishingEffect, readonly [Tone, MessageDescriptor]>> = {
  retrained: ['amber', msg`Retrains`],
  begins_again: ['amber', msg`Starts over`],
  finishes_old_then_retrained: ['amber', msg`Finishes the old version, then retrains`],
  finishes_old_retrained_if_before: ['amber', msg`Finishes the old version, may retrain`],
  finishes_old: ['blue', msg`Finishes the old version`],
  moves: ['gray', msg`Reads the new version`],
  stays: ['green', msg`Stays completed`],
};

/**
 * Shows whom a new version affects (MOD-11, UI.md): the first people by name with their due dates, and the compliance rate before
 * and after.
 */
export function PublishEffect({
  effect,
  atOnce,
  effectiveFrom,
  changed,
}: {
  readonly effect: Effect;
  readonly atOnce: boolean;
  readonly effectiveFrom: string;
  /** True if another effect was shown before. */
  readonly changed: boolean;
}) {
  const { t } = useLingui();
  const { percent } = useFormat();
  const { counts, people, rateBefore, rateAfter } = effect;
  const again = counts.retrained + counts.finishes_old_then_retrained;
  const perhaps = counts.finishes_old_retrained_if_before;
  const concerned = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Stack gap="md">
      {changed && (
        <Alert color="yellow" role="alert" icon={<IconRefreshAlert aria-hidden />}>
          <Trans>The effect has changed since you viewed it. This is the new one.</Trans>
        </Alert>
      )}
      <div>
        <Text fw={600}>
          {again + perhaps === 0 && <Trans>No one must retrain.</Trans>}
          {again > 0 && (
            <Plural value={again} one="# person must retrain." other="# people must retrain." />
          )}{' '}
          {perhaps > 0 && (
            <Plural
              value={perhaps}
              one="# person must retrain if they finish the old version before that date."
              other="# people must retrain if they finish the old version before that date."
            />
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {atOnce ? (
            <Trans>Effective immediately.</Trans>
          ) : (
            <Trans>
              Effective from <Moment value={effectiveFrom} show="dateTime" />. People who join, start or
              finish before then are counted as of that day.
            </Trans>
          )}
        </Text>
      </div>
      <div className={classes.rates}>
        <Text size="sm" c="dimmed">
          <Trans>People who are compliant in this module</Trans>
        </Text>
        <Text fw={650} className="tt-figures">
          {percent(rateBefore, 1)}
        </Text>
        <IconArrowRight size={17} aria-hidden />
        <Text fw={650} className="tt-figures" c={rateAfter < rateBefore ? 'var(--tt-amber-text)' : undefined}>
          {percent(rateAfter, 1)}
        </Text>
      </div>
      {people.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No one has this module today.</Trans>
        </Text>
      ) : (
        <ScrollingList label={t`People affected by this version`} height={300}>
          <ul className={classes.files}>
            {people.map((person) => (
              <Affected key={person.id} person={person} />
            ))}
          </ul>
        </ScrollingList>
      )}
      {concerned > people.length && (
        <Text size="sm">
          <Plural value={concerned - people.length} one="and # more person" other="and # more people" />
        </Text>
      )}
    </Stack>
  );
}

function Affected({ person }: { readonly person: Effect['people'][number] }) {
  const { i18n } = useLingui();
  const [tone, words] = looks[person.effect];
  return (
    <li className={classes.person}>
      <div className={classes.fileWords}>
        <Text size="sm" fw={550}>
          {`${person.firstName ?? ''} ${person.lastName ?? ''}`.trim() || person.email}
        </Text>
        {person.dueDate !== null && (
          <Text size="xs" c="dimmed">
            <Trans>due</Trans> <CalendarDate value={person.dueDate} />
          </Text>
        )}
        <AgainDue person={person} />
      </div>
      <ToneBadge tone={tone} size="sm">
        {i18n._(words)}
      </ToneBadge>
    </li>
  );
}

/** The due date of the retraining that follows after the old version is completed. */
function AgainDue({ person: { againDueDate, againDays } }: { readonly person: Effect['people'][number] }) {
  if (againDueDate === null && againDays === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {againDays !== null && (
        <Plural
          value={againDays}
          one="then due # day after finishing"
          other="then due # days after finishing"
        />
      )}
      {againDays !== null && againDueDate !== null && ', '}
      {againDueDate !== null &&
        (againDays === null ? (
          <Trans>
            again, if finished before the day: due <CalendarDate value={againDueDate} />
          </Trans>
        ) : (
          <Trans>
            no earlier than <CalendarDate value={againDueDate} />
          </Trans>
        ))}
    </Text>
  );
}
