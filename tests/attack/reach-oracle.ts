/** Says what is wrong with an answer, from the reach rules that the tests compute from the world alone (AUTH-13, SEC-06). */
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { grantedTo, teamOf } from '#tests/access/reach.ts';
import type { Answer } from '#tests/harness/client.ts';
import type { ReachPerson, ReachWorld } from '#tests/harness/reach-world.ts';
import type { Caller, Ground, Secret } from './ground.ts';

/** A person's place, as the reach rules need it. */
interface Place {
  readonly id: string;
  readonly organizationId: number | null;
  readonly managerId: string | null;
}

/** Whether a caller may read about a person, or change something of the person's. */
export function reaches(world: ReachWorld, viewer: ReachPerson, of: Place, way: 'read' | 'write'): boolean {
  if (viewer.role === 'admin' || viewer.id === of.id) return true;
  const led = viewer.role === 'manager' ? [viewer.id, ...teamOf(world, viewer)] : [];
  if (of.managerId !== null && led.includes(of.managerId)) return true;
  const kinds = way === 'read' ? (['hr', 'inspector'] as const) : (['hr'] as const);
  return kinds.some((kind) => grantedTo(viewer, kind).includes(of.organizationId ?? homeOf(world)));
}

/** The organization in which the world keeps the papers of people without one. */
export const homeOf = ({ organizations: [alpha] }: ReachWorld): number => alpha.organization.id;

/** Emails and ids of people who must not appear in a caller's answers, with their names. */
export function strangersTo(world: ReachWorld, caller: Caller): ReadonlyMap<string, string> {
  const { person } = caller;
  const known = new Set<string>();
  for (const one of world.everyone) {
    // Who did something is named beside it, and administrators work everywhere.
    if (one.role === 'admin') known.add(one.id);
    if (person === null || !reaches(world, person, one, 'read')) continue;
    // Whose page one may open, their managers are named there.
    let next: ReachPerson | undefined = one;
    while (next) {
      known.add(next.id);
      const above: string | null = next.managerId;
      next = world.everyone.find(({ id }) => id === above);
    }
  }
  const strangers = world.everyone.filter(({ id }) => !known.has(id));
  return new Map(
    strangers.flatMap(({ id, email, firstName, lastName }) =>
      [id, email].map((mark) => [mark, `${firstName} ${lastName}`] as const),
    ),
  );
}

/** All texts of a JSON value, keys included. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}

/** Answers in which people find out who has read or changed something of theirs (SEC-03). */
const namesReaders: ReadonlySet<string> = new Set(['people.exportOwnData']);

/** What an answer shows that it must not: a stranger's id or address, or somebody's secret. */
export function exposedIn(
  { id }: AnyEndpoint,
  answer: Answer,
  caller: Caller,
  strangers: ReadonlyMap<string, string>,
  secrets: readonly Secret[],
): readonly string[] {
  const { body } = answer;
  const raw = Buffer.isBuffer(body) ? body.toString('latin1') : typeof body === 'string' ? body : null;
  const texts = raw === null ? textsOf(body) : [raw];
  const whole = raw ?? texts.join('\n');
  const people = namesReaders.has(id)
    ? []
    : raw === null
      ? texts.filter((text) => strangers.has(text))
      : [...strangers.keys()].filter((mark) => mark.includes('@') && raw.includes(mark));
  return [
    ...people.map((mark) => `shows ${strangers.get(mark) ?? ''} (${mark}), who is out of the caller's reach`),
    ...secrets
      .filter(({ text, mayRead }) => whole.includes(text) && !mayRead(caller))
      .map(({ what }) => `shows ${what}`),
  ];
}

interface Deed {
  readonly kind: string;
  readonly action: string;
  readonly subjectId: string | null;
  readonly organizationId: number | null;
}

/** What the trail says of one call: deeds after an id. */
export async function deedsSince({ database }: Ground, id: number, actorId: string | null): Promise<Deed[]> {
  const { rows } = await database.admin.query<Deed>(
    `select kind, action, subject_id as "subjectId", organization_id as "organizationId" from audit.events
     where id > $1 and outcome <> 'refused' and actor_id is not distinct from $2 order by id`,
    [id, actorId],
  );
  return rows;
}

/** What a caller did to people and organizations out of reach, by what the trail says. */
export async function overreach(
  { database, world: { reach } }: Ground,
  { person }: Caller,
  deeds: readonly Deed[],
): Promise<readonly string[]> {
  if (person === null || person.role === 'admin' || deeds.length === 0) return [];
  const ids = [...new Set(deeds.flatMap(({ subjectId }) => subjectId ?? []))];
  const { rows } = await database.admin.query<Place>(
    `select id, organization_id as "organizationId", manager_id as "managerId" from users where id = any($1)`,
    [ids],
  );
  const places = new Map(rows.map((row) => [row.id, row]));
  const team = [person, ...reach.everyone.filter(({ id }) => teamOf(reach, person).includes(id))];
  const organizations = new Set([
    ...team.map(({ organizationId }) => organizationId ?? homeOf(reach)),
    ...person.grants.map(({ organizationId }) => organizationId),
  ]);
  return deeds.flatMap(({ kind, action, subjectId, organizationId }) => {
    const of = subjectId === null ? undefined : places.get(subjectId);
    const way = kind === 'access' ? 'read' : 'write';
    if (of && !reaches(reach, person, of, way)) return [`the trail has ${action} (${kind}) about ${of.id}`];
    if (!of && organizationId !== null && !organizations.has(organizationId)) {
      return [`the trail has ${action} (${kind}) in organization ${String(organizationId)}`];
    }
    return [];
  });
}
