import { sql, type Kysely, type RawBuilder } from 'kysely';
import { noReach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { differenceOf, pastColumns, type FigureFault } from '#server/domains/assignments/index.ts';
import { countedAsOf } from '../report-figures.ts';
import { reportPeople } from '../report-scope.ts';
import { overAt } from './past-days.ts';

/** The columns of an assignment without former states: a change of them changes the past figures, which are counted at the next request. */
const withoutHistory = sql`array['is_required', 'no_longer_required_at', 'next_renewal_date']`;

/**
 * Yields statements that find people in `past_figures` whose counts differ from the records at the end of the day (AUD-04), one
 * statement per stored day. For a day that is being counted, only the finished part is compared. People who changed while a day
 * that is not over was counted are left out, because its figures are used for minutes only.
 */
export async function* wrongPastFigures(db: Kysely<DB>): AsyncGenerator<RawBuilder<FigureFault>> {
  const { rows } = await sql<{ day: string }>`select day from past_days order by day`.execute(db);
  for (const { day } of rows) {
    const scope = { reach: { ...noReach, all: true }, org: 'all', asOf: day } as const;
    yield sql`
      with ${reportPeople(scope)},
      past as (select begun_at, ready_at, made_until, begun_at < ${overAt(day)} as is_running from past_days where day = ${day}::date),
      counted as (
        select ${pastColumns} from (${countedAsOf(scope)}) f
        where exists (select from past where ready_at is not null or f.user_id <= made_until)
      ),
      kept as (select ${pastColumns} from past_figures where day = ${day}::date)
      select format('past_figures %s %s', ${day}::text, coalesce(k.user_id, c.user_id)) as name, ${differenceOf} as detail
      from kept k full join counted c on c.user_id = k.user_id
      where k is distinct from c and not exists (
        select from past p join audit.events e on e.subject_id = coalesce(k.user_id, c.user_id)
        where e.object_type in ('users', 'training_assignments') and e.at >= p.begun_at - interval '1 hour'
          and (p.is_running or coalesce(e.payload, e.residual)::jsonb -> 'before' ?| ${withoutHistory}))`;
  }
}
