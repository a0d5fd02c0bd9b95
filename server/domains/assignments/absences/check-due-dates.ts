import { sql, type RawBuilder } from 'kysely';

/** Open trainings whose due date is not the one that the rule gives for the absences of the person (AUD-02, USR-10). */
export const wrongDueDates: RawBuilder<{ readonly id: number }> = sql`
  select a.id from training_assignments a
  where a.status in ('not_started', 'in_progress')
    and (a.due_before_absence is not null or a.user_id in (select x.user_id from absences x where x.ended_at is null))
    and (due_after_absences(a.user_id, coalesce(a.due_before_absence, a.due_date)) is distinct from a.due_date
      or a.due_before_absence = a.due_date)
  order by a.id`;
