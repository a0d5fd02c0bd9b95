import { sql, type Kysely } from 'kysely';

/** RPT-04: what was counted before a day was over everywhere is told from what was counted afterwards, and serves for minutes. */
const text = `
alter table past_days add column begun_at timestamptz not null default app_now();
comment on column past_days.begun_at is 'When its making began: before the day was over everywhere, its figures are counted anew before long.';
`;

/** RPT-04: days that are not yet over everywhere are counted in the background too. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(text).execute(db);
}
