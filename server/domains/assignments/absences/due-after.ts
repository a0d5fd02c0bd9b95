import { sql, type RawBuilder } from 'kysely';

/** SQL of the due date that `move_due_date` stores for a person instead of another one (USR-10); null while the return is not known. */
export const dueAfter = (person: RawBuilder<unknown>, due: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(case when exists (select 1 from absences x where x.user_id = ${person} and x.ended_at is null)
    then due_after_absences(${person}, ${due}) else ${due} end)`;
