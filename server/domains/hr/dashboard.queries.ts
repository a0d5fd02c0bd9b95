import { sql, type Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { agreementStates, type AgreementState } from '#shared/domain/hr/agreements.ts';
import { cvStates, cvStatesToActOn, type CvState } from '#shared/domain/hr/cvs.ts';
import { REVIEW_SOON_DAYS } from '#shared/domain/hr/documents.ts';
import { registrationStates, type RegistrationState } from '#shared/domain/hr/registrations.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { agreementStateSql } from './agreements.queries.ts';
import { cvCounts } from './cvs.queries.ts';
import { openReading } from './readers.queries.ts';
import { registrationsInArea, registrationStateSql } from './registrations.queries.ts';

/** How many of one kind are in one state in one organization; null: people without one. */
interface CountRow {
  readonly kind: 'cv' | 'agreement' | 'registration';
  readonly organizationId: number | null;
  readonly state: string;
  readonly count: number;
}

interface OrganizationRow {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly isActive: boolean;
  readonly documents: number;
  readonly archivedDocuments: number;
  readonly reviewsDue: number;
}

const nobody = sql<string>`null::text`;

/** CVs, agreements and registrations by organization and state, in one statement. */
async function countStates(
  db: Kysely<DB>,
  reach: Reach,
  organizationId: number | undefined,
): Promise<readonly CountRow[]> {
  const only = (column: ReturnType<typeof sql>) =>
    organizationId === undefined ? sql`true` : sql`${column} = ${organizationId}`;
  const { rows } = await sql<CountRow>`
    select 'cv' as kind, c.organization_id, c.state, c.people as count from (${cvCounts(reach, { organizationId })}) c
    union all
    select 'agreement', a.organization_id, ${agreementStateSql}, count(*)::int
    from hr_agreements a join organizations o on o.id = a.organization_id
    where ${withinReach(reach, nobody, sql<number | null>`a.organization_id`)} and ${only(sql`a.organization_id`)} group by 2, 3
    union all
    select 'registration', r.organization_id, ${registrationStateSql}, count(*)::int
    from hr_registrations r join organizations o on o.id = r.organization_id
    where ${registrationsInArea(reach)} and ${only(sql`r.organization_id`)} group by 2, 3
  `.execute(db);
  return rows;
}

/** Returns every organization of the reach with its documents, in one statement. */
async function countDocuments(
  db: Kysely<DB>,
  reach: Reach,
  organizationId: number | undefined,
): Promise<readonly OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`
    select o.id, o.name, o.slug, o.is_active, coalesce(s.documents, 0) as documents,
      coalesce(s.archived, 0) as archived_documents, coalesce(s.reviews_due, 0) as reviews_due
    from organizations o left join (
      select d.organization_id, count(*) filter (where d.archived_at is null)::int as documents,
        count(*) filter (where d.archived_at is not null)::int as archived,
        count(*) filter (where d.archived_at is null and v.review_on - today_in(w.time_zone) <= ${sql.lit(REVIEW_SOON_DAYS)})::int as reviews_due
      from hr_documents d join organizations w on w.id = d.organization_id
      join hr_document_versions v on v.id = d.current_version_id
      where d.kind = 'organization' group by 1
    ) s on s.organization_id = o.id
    where ${withinReach(reach, nobody, sql<number | null>`o.id`)}
      and ${organizationId === undefined ? sql`true` : sql`o.id = ${organizationId}`}
    order by lower(o.name), o.id
  `.execute(db);
  return rows;
}

/** Returns the counts of one kind by state, every state among them. */
function byState<State extends string>(
  states: readonly State[],
  rows: readonly CountRow[],
): Record<State, number> {
  const counts = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>;
  for (const { state, count } of rows) counts[state as State] += count;
  return counts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the state of the HR area of the reach, as a whole and by organization (HR-01): three statements for any number. */
export async function hrFigures(
  db: Kysely<DB>,
  reach: Reach,
  { organizationId }: { readonly organizationId?: number | undefined },
) {
  const [counts, organizations, reading] = await Promise.all([
    countStates(db, reach, organizationId),
    countDocuments(db, reach, organizationId),
    openReading(db, reach, organizationId),
  ]);
  const kinds = Object.groupBy(counts, ({ kind }) => kind);
  const cvs = byState<CvState>(cvStates, kinds.cv ?? []);
  const of = Map.groupBy(counts, (row) => row.organizationId);
  const items = organizations.map(({ isActive, ...organization }) => {
    const rows = Object.groupBy(of.get(organization.id) ?? [], ({ kind }) => kind);
    const people = byState<CvState>(cvStates, rows.cv ?? []);
    const registrations = byState<RegistrationState>(registrationStates, rows.registration ?? []);
    const item = {
      ...organization,
      people: sum(Object.values(people)),
      cvsToActOn: sum(cvStatesToActOn.map((state) => people[state])),
      openAcknowledgements: reading.get(organization.id)?.open ?? 0,
      peopleToAcknowledge: reading.get(organization.id)?.people ?? 0,
      registrations: registrations.valid + registrations.expiring + registrations.expired,
      registrationsToActOn: registrations.expiring + registrations.expired,
    };
    // An archived organization is here only while it needs action, or if it alone is requested.
    const stands =
      isActive ||
      organizationId !== undefined ||
      item.reviewsDue + item.openAcknowledgements + item.registrationsToActOn > 0;
    return stands ? [item] : [];
  });
  const shown = items.flat();
  return {
    people: sum(Object.values(cvs)),
    cvs,
    agreements: byState<AgreementState>(agreementStates, kinds.agreement ?? []),
    // For the organizations listed below: a figure is their sum.
    documents: sum(shown.map(({ documents }) => documents)),
    archivedDocuments: sum(shown.map((one) => one.archivedDocuments)),
    reviewsDue: sum(shown.map(({ reviewsDue }) => reviewsDue)),
    openAcknowledgements: reading.get(null)?.open ?? 0,
    peopleToAcknowledge: reading.get(null)?.people ?? 0,
    registrations: byState<RegistrationState>(registrationStates, kinds.registration ?? []),
    organizations: shown.toSorted((one, other) => toDo(other) - toDo(one)),
  };
}

const toDo = (one: {
  readonly cvsToActOn: number;
  readonly reviewsDue: number;
  readonly openAcknowledgements: number;
  readonly registrationsToActOn: number;
}): number => one.cvsToActOn + one.reviewsDue + one.openAcknowledgements + one.registrationsToActOn;
