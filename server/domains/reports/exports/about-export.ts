import { sql, type Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { isForPeople } from '#shared/domain/reports/export-columns.ts';
import { recordKind } from '#shared/domain/audit/trail-sentence.ts';
import { trailGroupNames } from '#shared/trail/groups.ts';
import { readNames } from '../trail/trail-names.queries.ts';
import { voiceOf } from '../trail/trail-voice.ts';
import { findPlaces, type Places } from '../place-names.ts';
import { reportPeople } from '../report-scope.ts';
import type { ExportScope } from './data-set.ts';
import type { ExportRequest } from './export-table.ts';
import { say, sayAll } from '#server/platform/texts/say.ts';
import { exportTexts, type ExportTexts } from './export-texts.ts';

/** What is asked, without what only its columns need. */
type Asked = Omit<ExportRequest, 'format' | 'columns'> & Partial<Pick<ExportRequest, 'columns'>>;

/** What a file says of itself (RPT-02, RPT-03): what was asked within which reach, as of when, in which zone and by whom. */
export async function aboutExport(
  db: Kysely<DB>,
  request: Asked,
): Promise<readonly (readonly [string, string])[]> {
  const { language, timeZone, scope, generatedAt, dataSet, requestedBy } = request;
  const words = sayAll(language, exportTexts, { zone: timeZone });
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long', timeZone });
  const places = await findPlaces(db, scope.reach, scope.asOf);
  const filters = [
    ...(await filtersOf(db, scope, places, words)),
    ...(await trailFilters(db, request, words)),
  ].map(([name, value]) => `${name}: ${value}`);
  return [
    [words.dataSet, words.dataSets[dataSet]],
    [words.asOf, scope.asOf ?? words.now],
    [words.filter, filters.length === 0 ? words.none : filters.join('; ')],
    [words.reach, reachText(scope, places, words)],
    [words.generated, `${when.format(generatedAt)} (${timeZone})`],
    [words.zone, zoneText(request, words)],
    [words.requestedBy, requestedBy],
  ];
}

/** In which zone the times are; the trail as it is stored is in UTC. */
function zoneText({ dataSet, columns = [] }: Asked, words: ExportTexts): string {
  if (dataSet !== 'audit') return words.zoneText;
  return isForPeople(columns) ? words.readerText : words.utcText;
}

function reachText({ reach }: ExportScope, places: Places, words: ExportTexts): string {
  if (reach.all) return words.reaches.all;
  const parts = [
    ...(reach.reportsOf === null ? [] : [words.reaches.team]),
    ...reach.organizationIds.map((id) => places.organizations.get(id) ?? String(id)),
  ];
  return parts.length === 0 ? words.reaches.nobody : parts.join('; ');
}

/** The filters that were set, but for the day, which stands for itself. */
async function filtersOf(db: Kysely<DB>, scope: ExportScope, places: Places, words: ExportTexts) {
  const { org, departmentId, userId, moduleId, version, q, status, from, to, team } = scope;
  const named = await namesOf(db, scope, places);
  const set = {
    org: org === 'all' ? undefined : org === 'none' ? words.none : (named.organization ?? String(org)),
    departmentId:
      departmentId === undefined
        ? undefined
        : departmentId === 'none'
          ? words.none
          : (named.department ?? String(departmentId)),
    userId,
    moduleId: moduleId === undefined ? undefined : await titleOf(db, scope.reach, moduleId),
    version: version === 'none' ? words.none : version?.toString(),
    team: team === true ? words.reaches.team : undefined,
    q,
    status,
    from,
    to,
  };
  return (Object.keys(set) as (keyof typeof set)[]).flatMap((name) => {
    const value = set[name];
    return value === undefined || value === '' ? [] : [[words.filters[name], value] as const];
  });
}

/** What the trail is narrowed to; a person out of reach has the id alone (AUTH-13). */
async function trailFilters(db: Kysely<DB>, { scope, language, timeZone }: Asked, words: ExportTexts) {
  const { reach, actor, about, recordType, group, words: wanted } = scope;
  const ids = [actor, about].filter((id) => id !== undefined);
  const within = await sql<{ id: string }>`select u.id from users u where u.id = any(${ids}::text[])
    and (${reach.all}::boolean or u.organization_id = any(${[...reach.organizationIds]}::int[]))`.execute(db);
  const nameOf = await readNames(
    db,
    ids.length === 0 ? new Map() : new Map([['person', within.rows.map(({ id }) => id)]]),
  );
  const person = (id: string | undefined) => id && (nameOf('person', id) ?? id);
  const set = {
    actor: person(actor),
    about: person(about),
    recordType: recordType && recordKind(voiceOf(language, timeZone), recordType),
    group: group && say(language, trailGroupNames[group]),
    words: wanted,
  };
  return (Object.keys(set) as (keyof typeof set)[]).flatMap((name) => {
    const value = set[name];
    return value === undefined || value === '' ? [] : [[words.filters[name], value] as const];
  });
}

/** The title of a module; its id where nobody within the reach has it (AUTH-13). */
async function titleOf(db: Kysely<DB>, reach: Reach, moduleId: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    with ${reportPeople({ reach, org: 'all', moduleId })}
    select title from training_modules where id = ${moduleId} and (${reach.all}::boolean or exists (select from people))
  `.execute(db);
  return rows[0]?.title ?? String(moduleId);
}

/** The names of the places that were asked for; a place outside the reach has one only through somebody within it (AUTH-13). */
async function namesOf(db: Kysely<DB>, { reach, org, departmentId, asOf }: ExportScope, places: Places) {
  const organization = typeof org === 'number' ? places.organizations.get(org) : undefined;
  const department = typeof departmentId === 'number' ? places.departments.get(departmentId) : undefined;
  const isComplete =
    (typeof org !== 'number' || organization !== undefined) &&
    (typeof departmentId !== 'number' || department !== undefined);
  if (isComplete) return { organization, department };
  const { rows } = await sql<{ organization: string | null; department: string | null }>`
    with ${reportPeople({ reach, org, departmentId, asOf })}
    select organization_name as organization, department_name as department from people limit 1`.execute(db);
  return {
    organization: organization ?? rows[0]?.organization ?? undefined,
    department: department ?? rows[0]?.department ?? undefined,
  };
}
