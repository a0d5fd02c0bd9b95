import { sql, type Kysely } from 'kysely';
import { openMigrationCommand } from '#server/db/migrations/support.ts';

/** HR-03, NOT-04: the day by which an agreement's notice is decided is a kind of the schedule of its own. */
const kindsSql = `
alter table reminder_rules drop constraint reminder_rules_kind_check;
alter table reminder_rules add constraint reminder_rules_kind_check
  check (kind in ('due', 'overdue', 'renewal', 'cv', 'notice', 'agreement', 'review', 'registration'));
alter table expiry_sends drop constraint expiry_sends_kind_check;
alter table expiry_sends add constraint expiry_sends_kind_check
  check (kind in ('cv', 'notice', 'agreement', 'review', 'registration'));
`;

const seedSql = `
insert into reminder_rules (kind, days, audience) values
  ('notice', 14, 'person'), ('notice', 14, 'hr'), ('notice', 0, 'hr');
`;

/** NOT-04: reminders before the day by which notice of an agreement must be given. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(kindsSql).execute(db);
  await openMigrationCommand(db, 'reminders before the notice of an agreement');
  await sql.raw(seedSql).execute(db);
}
