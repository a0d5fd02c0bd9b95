import { Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowRight } from '@tabler/icons-react';
import type { absencesContract } from '#shared/contract/absences.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';
import { EffectLine, EffectList } from '#app/ui/EffectList.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** The number of trainings listed; the others are counted. */
const mostListed = 50;

/** The due dates that an absence moves, training by training (USR-10). */
export function AbsenceEffect({
  effect: { moved, overdue },
  isNewer,
}: {
  readonly effect: ResponseOf<typeof absencesContract.record>['effect'];
  readonly isNewer: boolean;
}) {
  const { t } = useLingui();
  return (
    <Stack gap="xs">
      {isNewer && <EffectChanged />}
      <Text fw={600}>
        {moved.length === 0 ? (
          <Trans>No due date changes</Trans>
        ) : (
          <Plural value={moved.length} one="# due date changes" other="# due dates change" />
        )}
      </Text>
      {overdue > 0 && (
        <Text size="sm">
          <Plural
            value={overdue}
            one="# training is overdue with its new date."
            other="# trainings are overdue with their new date."
          />
        </Text>
      )}
      {moved.length > 0 && (
        <EffectList>
          {moved.slice(0, mostListed).map(({ assignmentId, title, from, to }) => (
            <EffectLine key={assignmentId}>
              {title}: <Due day={from} />{' '}
              <IconArrowRight
                size={14}
                role="img"
                aria-label={t`becomes`}
                style={{ verticalAlign: 'middle' }}
              />{' '}
              <Due day={to} />
            </EffectLine>
          ))}
          <EffectLine count={moved.length - mostListed}>
            <Plural value={moved.length - mostListed} one="# more training" other="# more trainings" />
          </EffectLine>
        </EffectList>
      )}
    </Stack>
  );
}

function Due({ day }: { readonly day: string | null }) {
  return day === null ? <Trans>paused until the return</Trans> : <CalendarDate value={day} />;
}
