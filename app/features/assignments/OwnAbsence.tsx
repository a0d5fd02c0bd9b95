import { Alert } from '@mantine/core';
import { IconCalendarPause } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { absencesContract } from '#shared/contract/absences.ts';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';

/** Explains to people who are away how this affects their due dates (USR-10). */
export function AwayNotice({ until }: { readonly until: string | null }) {
  return (
    <Alert color="violet" variant="light" icon={<IconCalendarPause size={18} aria-hidden />}>
      {until === null ? (
        <Trans>You are away. Due dates are paused until your return.</Trans>
      ) : (
        <Trans>
          Away until <CalendarDate value={until} /> – due dates are paused
        </Trans>
      )}
    </Alert>
  );
}

/** {@link AwayNotice} for the signed-in person if the screen does not know the absence; renders nothing for people who are not away. */
export function OwnAbsence() {
  const { id: userId } = useUser();
  const { data } = useQuery(queryFor(absencesContract.list, { params: { userId } }));
  return data?.isAway === true ? <AwayNotice until={data.awayUntil} /> : null;
}
