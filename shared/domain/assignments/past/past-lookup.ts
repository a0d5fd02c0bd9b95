import { zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { nameKey } from '#shared/domain/text/plain-line.ts';
import { personFinder } from '#shared/domain/people/import/find-person.ts';
import type { PastModule, PastPerson, PastVersion, PastContext } from './plan-types.ts';
import type { PastProblem } from './read-past-row.ts';

/** The record that a row names, or the reason why there is none. */
type Found<Thing> = { readonly found: Thing } | { readonly problem: Omit<PastProblem, 'otherLine'> };

/** Looks up people, modules and versions that rows name (USR-09). */
export function pastLookup(world: PastContext) {
  const byReference = Map.groupBy(world.modules, ({ reference }) => reference && nameKey(reference));
  const byTitle = Map.groupBy(world.modules, ({ title }) => nameKey(title));

  const person = personFinder(world.people, world.importerId, 'past_own_completion');

  const module = (name: string, { organizationId }: PastPerson): Found<PastModule> => {
    const all = byReference.get(nameKey(name)) ?? byTitle.get(nameKey(name)) ?? [];
    const wrong = (reason: PastProblem['reason']) => ({
      problem: { field: 'module', value: name, reason } as const,
    });
    if (all.length === 0) return wrong('past_module_unknown');
    const reachable = all.filter(
      (one) => one.organizationId === null || one.organizationId === organizationId,
    );
    if (reachable.length === 0) return wrong('past_module_elsewhere');
    // Modules of the person's organization take precedence over those of all organizations.
    const own = reachable.filter((one) => one.organizationId !== null);
    const [first, ...others] = own.length > 0 ? own : reachable;
    if (!first || others.length > 0) return wrong('past_module_ambiguous');
    return first.versions.length === 0 ? wrong('past_module_unpublished') : { found: first };
  };

  const version = (
    { versions }: PastModule,
    wanted: number | null,
    day: CalendarDate,
    timeZone: string,
  ): Found<PastVersion> => {
    if (wanted !== null) {
      const found = versions.find(({ number }) => number === wanted);
      const problem = { field: 'version', value: String(wanted), reason: 'past_version_unknown' } as const;
      return found ? { found } : { problem };
    }
    const inOrder = versions.toSorted((a, b) => a.number - b.number);
    const found = inOrder.findLast(({ effectiveAt }) => dayIn(effectiveAt, timeZone) <= day) ?? inOrder[0];
    if (!found) throw new Error('a module without a published version');
    return { found };
  };

  return { person, module, version };
}

/**
 * Returns the organization of a person on a day and its zone of then. Before the first day that the records know, it is the first one
 * that they know.
 */
export function placeOn(
  { organizationId, earlier = [] }: PastPerson,
  day: CalendarDate,
  { places }: PastContext,
): { readonly organizationId: number | null; readonly timeZone: string } {
  const zoneOf = (id: number | null): string => {
    const place = places.get(id);
    const before = place?.earlier?.find(({ timeZone, until }) => day < dayIn(until, timeZone));
    return before?.timeZone ?? place?.timeZone ?? 'UTC';
  };
  const before = earlier.find((one) => day < dayIn(one.until, zoneOf(one.organizationId)));
  const id = before?.organizationId ?? organizationId;
  return { organizationId: id, timeZone: zoneOf(id) };
}

/** Returns the calendar date of an instant in a zone. */
export const dayIn = (instant: Date, timeZone: string): CalendarDate =>
  zonedInstant(instant, timeZone).slice(0, 10);
