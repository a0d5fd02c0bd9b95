import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import { trailGroups } from '#shared/domain/audit/groups.ts';
import type { TrailFilters } from '#app/features/trail/TrailList.tsx';
import { searchOf } from '#app/ui/table/use-list.ts';

/** Everything. */
export const noFilters = {
  q: '',
  actor: '',
  about: '',
  group: '',
  from: '',
  to: '',
  recordType: '',
  recordId: '',
} as const;

/** The filters in the address. */
export type AuditView = Readonly<Record<keyof typeof noFilters, string>>;

/** What the server is asked for; what an address has that is no filter is left out. */
export function filtersOf(view: AuditView): TrailFilters {
  const { q, actor, about, from, to, recordType, recordId } = view;
  const group = trailGroups.find((one) => one === view.group);
  const isPerson = (id: string) => /^[\w-]{1,64}$/.test(id);
  return {
    ...searchOf(q),
    ...(isPerson(actor) ? { actor } : {}),
    ...(isPerson(about) ? { about } : {}),
    ...(group ? { group } : {}),
    ...(isRealDate(from) ? { from } : {}),
    ...(isRealDate(to) ? { to } : {}),
    ...(/^[a-z_]{1,40}$/.test(recordType) && recordId !== '' && recordId.length <= 200
      ? { recordType, recordId }
      : {}),
  };
}
