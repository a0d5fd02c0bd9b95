import { use, useEffect, useState } from 'react';
import { ZoneContext } from '#app/lib/format.ts';
import { useSession } from '#app/lib/session.ts';

/** The interval at which the start of a new day is checked, in milliseconds. */
const refreshInterval = 30_000;

/** Returns the calendar date 'YYYY-MM-DD' in an IANA zone at an instant in milliseconds (LRN-01). */
export function dayIn(timeZone: string, instant: number): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
}

/**
 * Returns today in the time zone of the person's organization, by the server's clock (LRN-01). A browser with a wrong clock then
 * shows the same day as everybody else. Changes when a new day starts.
 */
export function useToday(): string {
  const session = useSession();
  return useDayIn(session.status === 'signedIn' ? (session.user.organization?.timeZone ?? 'UTC') : 'UTC');
}

/** Returns today in the reader's time zone (RPT-05). Inspectors without an organization read in the zone of the inspection. */
export const useReadersToday = (): string => useDayIn(use(ZoneContext));

/** The latest day that has started anywhere: in some time zones it is already tomorrow (INS-02). */
export const useLatestDay = (): string => useDayIn('Etc/GMT-14');

function useDayIn(zone: string): string {
  const session = useSession();
  if (session.status !== 'signedIn') throw new Error('Due dates are for signed-in people only');
  const { user, receivedAt } = session;
  const offset = Date.parse(user.session.now) - receivedAt;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshInterval);
    return () => clearInterval(timer);
  }, []);
  return dayIn(zone, now + offset);
}
