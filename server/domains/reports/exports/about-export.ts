import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { isForPeople } from '#shared/domain/reports/export-columns.ts';
import type { NameOf } from '#shared/domain/audit/trail.ts';
import { recordKind } from '#shared/domain/audit/trail-sentence.ts';
import { trailGroupNames } from '#shared/trail/groups.ts';
import { readNames } from '../trail/trail-names.queries.ts';
import { voiceOf } from '../trail/trail-voice.ts';
import { findPlaces, type Places } from '../place-names.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { reportPeople } from '../report-scope.ts';
import type { ExportRequest, ExportScope } from './data-set.ts';
import { asOfText, certifiedText, paperTexts } from '#server/platform/papers/paper-texts.ts';
import { isInstant } from '#shared/domain/calendar/as-of.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';
import { exportTexts, type ExportTexts } from './export-texts.ts';

/** The request, without the fields that only its columns need. */
type Asked = Omit<ExportRequest, 'format' | 'columns'> & Partial<Pick<ExportRequest, 'columns'>>;

/**
 * Returns the description that a file contains of itself (RPT-02, RPT-03): the request within its reach, the instant, the time
 * zone and the requester.
 */
export async function aboutExport(
  db: Kysely<DB>,
  request: Asked,
): Promise<readonly (readonly [string, string])[]> {
  const { language, timeZone, scope, dataSet, requestedBy } = request;
  const words = translateAll(language, exportTexts, { zone: timeZone });
  const { asOf: day } = scope;
  const then = day === undefined || isInstant(day) ? asOfText(request) : day;
  const places = await findPlaces(db, scope.reach, scope.asOf);
  const filters = [
    ...(await filtersOf(db, request, places, words)),
    ...(await peopleAndTrailFilters(db, request, words)),
  ].map(([name, value]) => `${name}: ${value}`);
  return [
    [words.dataSet, words.dataSets[dataSet]],
    [words.asOf, then],
    [words.filter, filters.length === 0 ? words.none : filters.join('; ')],
    [words.reach, reachText(scope, places, words)],
    [words.zone, zoneText(request, words)],
    [words.requestedBy, requestedBy],
    [words.certified, certifiedText(language, paperTexts.copyOf.table)],
  ];
}

/** Returns the zone of the times; the stored form of the trail is in UTC. */
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

/** Returns the filters that were set, but for the day, which represents itself. */
async function filtersOf(db: Kysely<DB>, { scope, asOf }: Asked, places: Places, words: ExportTexts) {
  const { org, departmentId, jobTitle, matrixId, moduleId, version, q, status, from, to, team } = scope;
  const named = await namesOf(db, scope, places);
  const nameOf = await curriculumNames(db, scope, asOf);
  const set = {
    org: org === 'all' ? undefined : org === 'none' ? words.none : (named.organization ?? String(org)),
    departmentId:
      departmentId === undefined
        ? undefined
        : departmentId === 'none'
          ? words.none
          : (named.department ?? String(departmentId)),
    jobTitle,
    matrixId: matrixId === undefined ? undefined : (nameOf('matrix', String(matrixId)) ?? String(matrixId)),
    moduleId: moduleId === undefined ? undefined : (nameOf('module', String(moduleId)) ?? String(moduleId)),
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

/**
 * Returns the names of the matrix, which the request was checked for, and of the module; of a module that nobody within the reach
 * has there is the id alone (AUTH-13).
 */
async function curriculumNames(
  db: Kysely<DB>,
  { reach, matrixId, moduleId, asOf }: ExportScope,
  at: Date,
): Promise<NameOf> {
  const isSeen = moduleId !== undefined && (reach.all || (await hasModule(db, { reach, moduleId, asOf })));
  const wanted = [
    ...(matrixId === undefined ? [] : [['matrix', [String(matrixId)]] as const]),
    ...(isSeen ? [['module', [String(moduleId)]] as const] : []),
  ];
  return readNames(db, new Map(wanted), asOf === undefined ? undefined : at);
}

/** Returns the person, and the filters of the trail; a person out of reach is shown by the id alone (AUTH-13). */
async function peopleAndTrailFilters(
  db: Kysely<DB>,
  { scope, language, timeZone, asOf }: Asked,
  words: ExportTexts,
) {
  const { reach, userId, actor, about, recordType, group, words: wanted, sinceReview, asOf: then } = scope;
  const ids = [userId, actor, about].filter((id) => id !== undefined);
  const within = await sql<{ id: string }>`select u.id from users u where u.id = any(${ids}::text[])
    and ${withinReach(reach, sql`u.id`, sql`u.organization_id`)}`.execute(db);
  const nameOf = await readNames(
    db,
    ids.length === 0 ? new Map() : new Map([['person', within.rows.map(({ id }) => id)]]),
    then === undefined ? undefined : asOf,
  );
  const person = (id: string | undefined) => id && (nameOf('person', id) ?? id);
  const set = {
    userId: person(userId),
    actor: person(actor),
    about: person(about),
    recordType: recordType && recordKind(voiceOf(language, timeZone), recordType),
    group: group && translate(language, trailGroupNames[group]),
    words: wanted,
    sinceReview: sinceReview === true ? words.lastReview : undefined,
  };
  return (Object.keys(set) as (keyof typeof set)[]).flatMap((name) => {
    const value = set[name];
    return value === undefined || value === '' ? [] : [[words.filters[name], value] as const];
  });
}

async function hasModule(
  db: Kysely<DB>,
  asked: Pick<ExportScope, 'reach' | 'moduleId' | 'asOf'>,
): Promise<boolean> {
  const { rows } = await sql`
    with ${reportPeople({ ...asked, org: 'all' })} select from people limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the names of the requested places; a place outside the reach has a name only if a person within the reach is in it
 * (AUTH-13).
 */
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
