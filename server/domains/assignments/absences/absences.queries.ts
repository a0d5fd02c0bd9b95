import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { absencesContract, absenceView } from '#shared/contract/absences.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { absenceState, awayUntil, isAwayOn } from '#shared/domain/people/absences.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';

type AbsenceView = z.input<typeof absenceView>;
type PersonAbsences = ResponseInput<typeof absencesContract.list>;

/** The reader of the absences of a person. */
export interface AbsenceReader {
  /** The people whom the caller may see. */
  readonly reach: Reach;
  /** The people whose absences the caller may record; null means nobody. */
  readonly records: Reach | null;
  readonly id: string;
}

interface Row extends Omit<AbsenceView, 'state'> {
  readonly isVoided: boolean;
}

interface Head {
  readonly today: string;
  readonly isErased: boolean;
  readonly inRecords: boolean;
}

const within = (reach: Reach) => withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);

/**
 * Returns the absences of a person by the present records; null out of reach. The reason is only for the person and people
 * who may record absences.
 */
export async function findAbsences(
  db: Kysely<DB>,
  reader: AbsenceReader,
  userId: string,
): Promise<PersonAbsences | null> {
  const { rows: heads } = await sql<Head>`
    select today_in(coalesce(o.time_zone, 'UTC'))::text as today, u.erased_at is not null as is_erased,
      ${reader.records ? within(reader.records) : sql`false`} as in_records
    from users u left join organizations o on o.id = u.organization_id
    where u.id = ${userId} and ${within(reader.reach)}
  `.execute(db);
  const [head] = heads;
  if (!head) return null;
  const isOwn = userId === reader.id;
  const [absences, paused] = await Promise.all([
    readAbsences(db, userId, head.today, isOwn || head.inRecords),
    pausedTrainings(db, userId),
  ]);
  const counted = absences.filter(({ state }) => state !== 'voided');
  return {
    absences,
    today: head.today,
    isAway: counted.some((absence) => isAwayOn(absence, head.today)),
    awayUntil: awayUntil(head.today, counted),
    paused,
    canRecord: head.inRecords && !isOwn && !head.isErased,
  };
}

/** Returns the absences of a person, the latest first, also voided ones; never versions that a change replaced. */
async function readAbsences(
  db: Kysely<DB>,
  userId: string,
  today: string,
  seesWhy: boolean,
): Promise<AbsenceView[]> {
  const { rows } = await sql<Row>`
    select a.id, a.first_day, a.last_day, a.return_days, a.recorded_at, a.ended_at is not null as is_voided,
      nullif(btrim(concat_ws(' ', w.first_name, w.last_name)), '') as recorded_by_name,
      ${seesWhy ? sql`d.kind, d.note` : sql`null as kind, null as note`}
    from absences a join users w on w.id = a.recorded_by
    left join absence_details d on d.absence_id = a.id
    where a.user_id = ${userId} and a.ended_as is distinct from 'changed'
    order by a.first_day desc, a.id desc
  `.execute(db);
  return rows.map(({ isVoided, ...row }) => ({
    ...row,
    state: isVoided ? 'voided' : absenceState(row, today),
  }));
}

async function pausedTrainings(db: Kysely<DB>, userId: string): Promise<PersonAbsences['paused']> {
  const { rows } = await sql<PersonAbsences['paused'][number]>`
    select id as assignment_id, due_date, due_before_absence as before from training_assignments
    where user_id = ${userId} and status in ('not_started', 'in_progress') and due_before_absence is not null
    order by due_before_absence, id
  `.execute(db);
  return rows;
}
