import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { dayIn } from '#shared/domain/assignments/past/past-lookup.ts';
import { planPast } from '#shared/domain/assignments/past/plan-past.ts';
import type {
  PastModule,
  PastPerson,
  PastPlan,
  HeldTraining,
  PastTerms,
  PastContext,
} from '#shared/domain/assignments/past/plan-types.ts';
import { readPastRow, type ReadPastRow } from '#shared/domain/assignments/past/read-past-row.ts';
import { DEFAULT_RENEWAL_WINDOW } from '#shared/domain/assignments/renewal.ts';
import type { DB } from '#server/db/db.d.ts';
import { cellsOf, type ImportSubjects, type StoredImport } from '#server/domains/people/index.ts';
import { todayIn } from '../effective-status.ts';
import { belongs } from '../plan.ts';

/** An import of past completions, for planning it. */
type Found = StoredImport<'completions'>;

/**
 * Reads the rows of an import and the trainings of people, and plans the outcome of each row (USR-09). `seen` gets the
 * number of rows read so far, and can stop the reading by throwing.
 */
export async function readPastPlan(
  db: Kysely<DB>,
  found: Found,
  importerId: string,
  seen: (rows: number) => Promise<void> = async () => undefined,
): Promise<PastPlan> {
  const rows: ReadPastRow[] = [];
  for await (const some of cellsOf(db, found.id)) {
    for (const { line, cells } of some) rows.push(readPastRow(line, cells, found.mapping, found.options));
    await seen(rows.length);
  }
  return planPast(rows, await readWorld(db, found.id, rows, importerId));
}

async function readWorld(
  db: Kysely<DB>,
  importId: number,
  rows: readonly ReadPastRow[],
  importerId: string,
): Promise<PastContext> {
  const emails = [...new Set(rows.flatMap(({ row }) => row.email?.toLowerCase() ?? []))];
  const externalIds = [...new Set(rows.flatMap(({ row }) => row.externalId ?? []))];
  const people = await sql<
    Omit<PastPerson, 'earlier'> & { readonly earlier: readonly { organizationId: number; until: string }[] }
  >`
    select u.id, u.email, u.external_id, u.organization_id, u.is_active, coalesce((
      select json_agg(json_build_object('organizationId', n.organization_id, 'until', n.valid_to) order by n.valid_to)
      from user_periods n where n.user_id = u.id and n.valid_to is not null and n.organization_id is not null), '[]') as earlier
    from users u
    where u.erased_at is null and (lower(u.email) = any(${emails}::text[]) or u.external_id = any(${externalIds}::text[]))`.execute(
    db,
  );
  const userIds = people.rows.map(({ id }) => id);
  const modules = await readModules(db);
  const standing = await readCheckSummary(db, userIds);
  const terms = await sql<PastTerms>`
    select distinct on (u.id, e.module_id) u.id as user_id, e.module_id, e.renewal_period as period,
      coalesce(e.renewal_window, ${DEFAULT_RENEWAL_WINDOW}) as "window"
    from users u join training_matrices m on ${belongs('m', 'u')}
    join training_matrix e on e.matrix_id = m.id and e.is_required and e.renewal_period is not null
    where u.id = any(${userIds}::text[])
    order by u.id, e.module_id, e.renewal_period, e.id`.execute(db);
  const files = await sql<{ name: string; fileId: number }>`
    select name, file_id from people_import_files where import_id = ${importId}`.execute(db);
  return {
    people: people.rows.map(({ earlier, ...person }) => ({
      ...person,
      earlier: earlier.map(({ organizationId, until }) => ({ organizationId, until: new Date(until) })),
    })),
    modules,
    standing,
    terms: terms.rows,
    places: await readPlaces(db),
    files: new Map(files.rows.map(({ name, fileId }) => [name, fileId])),
    importerId,
  };
}

interface Place {
  readonly id: number | null;
  readonly timeZone: string;
  readonly today: string;
  readonly earlier: readonly { readonly timeZone: string; readonly until: string }[];
}

async function readPlaces(db: Kysely<DB>): Promise<PastContext['places']> {
  const { rows } = await sql<Place>`
    select o.id, o.time_zone, ${todayIn(sql`o.time_zone`)}::text as today, coalesce((
      select json_agg(json_build_object('timeZone', e.before ->> 'time_zone', 'until', e.at) order by e.at)
      from (
        select at, coalesce(payload, residual)::jsonb -> 'before' as before from audit.events
        where object_type = 'organizations' and object_id = o.id::text and kind = 'update'
      ) e where e.before ? 'time_zone'), '[]') as earlier
    from organizations o
    union all select null, 'UTC', ${todayIn(sql`null::text`)}::text, '[]'`.execute(db);
  return new Map(
    rows.map(({ id, earlier, ...place }) => [
      id,
      {
        ...place,
        earlier: earlier.map(({ timeZone, until }) => ({ timeZone, until: new Date(until) })),
      },
    ]),
  );
}

async function readModules(db: Kysely<DB>): Promise<readonly PastModule[]> {
  const { rows } = await sql<
    Omit<PastModule, 'versions'> & {
      readonly versions: readonly (Omit<PastModule['versions'][number], 'effectiveAt'> & {
        readonly effectiveAt: string;
      })[];
    }
  >`
    select t.id, t.title, t.reference, t.organization_id, t.is_active and t.retired_at is null as is_assignable,
      t.current_version_id, coalesce((
        select json_agg(json_build_object('id', v.id, 'number', v.number, 'effectiveAt', v.effective_from,
          'retraining', v.retraining) order by v.number)
        from module_versions v where v.module_id = t.id and v.status = 'published'
          and v.effective_from <= app_now()), '[]') as versions
    from training_modules t where t.content_type <> 'placeholder' order by t.id`.execute(db);
  return rows.map(({ versions, ...module }) => ({
    ...module,
    versions: versions.map((version) => ({ ...version, effectiveAt: new Date(version.effectiveAt) })),
  }));
}

interface StandingRow extends Omit<HeldTraining, 'validity' | 'terms'> {
  readonly renewalFrequency: number | null;
  readonly renewalWindow: number | null;
  readonly anchor: string | null;
  readonly validUntil: string | null;
}

async function readCheckSummary(
  db: Kysely<DB>,
  userIds: readonly string[],
): Promise<readonly HeldTraining[]> {
  const { rows } = await sql<StandingRow>`
    select a.id as assignment_id, a.user_id, a.module_id, a.cycle, a.status, a.assignment_type as type,
      (a.assigned_date at time zone coalesce(o.time_zone, 'UTC'))::date::text as assigned_on, v.number as version_number,
      case when a.status = 'completed' then (a.completed_at at time zone coalesce(r.time_zone, o.time_zone, 'UTC'))::date::text
        end as completed_on,
      a.matrix_id is not null as has_matrix, a.renewal_frequency, a.renewal_window,
      coalesce(a.renewal_anchor, (a.completed_at at time zone coalesce(o.time_zone, 'UTC'))::date)::text as anchor,
      a.next_renewal_date::text as valid_until
    from training_assignments a
    join users u on u.id = a.user_id
    left join organizations o on o.id = u.organization_id
    left join module_versions v on v.id = a.module_version_id
    left join training_records r on r.assignment_id = a.id
    where a.user_id = any(${[...userIds]}::text[])`.execute(db);
  return rows.map(({ renewalFrequency: period, renewalWindow, anchor, validUntil, ...row }) => ({
    ...row,
    terms: { period, window: renewalWindow ?? DEFAULT_RENEWAL_WINDOW },
    validity: anchor !== null && validUntil !== null ? { anchor, validUntil } : null,
  }));
}

/** Returns a hash of a plan, with every row and its consequences, so that a confirmation applies to the plan that was shown. */
export function pastPlanHash(plan: PastPlan): string {
  const hash = createHash('sha256');
  for (const row of plan.rows) hash.update(`${JSON.stringify(row)}\n`);
  hash.update(JSON.stringify([plan.moved, plan.renewals, plan.retrainings]));
  return hash.digest('hex');
}

/** The numbers of a plan. */
export function pastFiguresOf(plan: PastPlan, now: Date): ImportSubjects['completions']['figures'] {
  const of = (outcome: PastPlan['rows'][number]['outcome']): number =>
    plan.rows.filter((row) => row.outcome === outcome).length;
  const completions = plan.rows.flatMap(({ completion }) => completion ?? []);
  const hasBad = of('bad') > 0;
  return {
    bad: of('bad'),
    recorded: of('recorded'),
    completes: of('completes'),
    unchanged: of('unchanged'),
    people: new Set(completions.map(({ userId }) => userId)).size,
    modules: new Set(completions.map(({ moduleId }) => moduleId)).size,
    withFile: completions.filter(({ fileId }) => fileId !== null).length,
    ended: completions.filter(
      ({ validity, timeZone }) => validity !== null && validity.validUntil < dayIn(now, timeZone),
    ).length,
    renewals: hasBad ? 0 : plan.renewals.length,
    retrainings: hasBad ? 0 : plan.retrainings.length,
  };
}
