import { Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { lastDayOf } from '#shared/domain/hr/agreements.ts';
import type { AgreementRow } from '#app/screens/hr-agreements/agreements.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** The last day of an agreement, and while it runs how many days are left (HR-03). */
export function EndText({
  agreement: { endsOn, terminatesOn, terminatedOn, endsInDays, state },
}: {
  readonly agreement: Pick<AgreementRow, 'endsOn' | 'terminatesOn' | 'terminatedOn' | 'endsInDays' | 'state'>;
}) {
  const lastDay = lastDayOf({ endsOn, terminatesOn, terminatedOn });
  if (lastDay === null || endsInDays === null) return <Trans>No end</Trans>;
  return (
    <>
      <CalendarDate value={lastDay} />
      {terminatedOn !== null && (
        <Text size="xs" c="dimmed">
          <Trans>Terminated</Trans>
        </Text>
      )}
      {terminatesOn !== null && terminatedOn === null && (
        <Text size="xs" c="dimmed">
          <Trans>By notice</Trans>
        </Text>
      )}
      {(state === 'active' || state === 'expiring' || state === 'ending') && (
        <Text size="xs" c={state !== 'active' ? 'var(--tt-amber-text)' : 'dimmed'}>
          {endsInDays === 0 ? (
            <Trans>Ends today</Trans>
          ) : (
            <Plural value={endsInDays} one="# day left" other="# days left" />
          )}
        </Text>
      )}
      {state === 'expired' && (
        <Text size="xs" c="dimmed">
          <Plural value={-endsInDays} one="Ended # day ago" other="Ended # days ago" />
        </Text>
      )}
    </>
  );
}
