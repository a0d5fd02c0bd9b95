import { sql, type RawBuilder } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { organizationOfDepartment } from './curricula.store.ts';

/** Key of the setting of the installation that names the department of the fourth summary card. */
const featuredDepartmentKey = 'matrix.featuredDepartment';

/** The name of the department of the card if none was chosen: the oldest of this name (SPEC §2.8). */
const nameWithoutSetting = 'clinical research';

/** SQL of the department whose modules the fourth summary card counts: at most one row (SPEC §2.8). */
export const featuredDepartmentSql: RawBuilder<unknown> = sql`
  select d.id, d.name, o.name as organization_name
  from departments d join organizations o on o.id = d.organization_id
  left join settings s on s.key = ${featuredDepartmentKey} and (s.value ->> 'departmentId')::int = d.id
  where s.key is not null or lower(d.name) = ${nameWithoutSetting}
  order by s.key is null, d.id limit 1`;

/** Chooses the department of the fourth summary card. VALIDATION_FAILED at `departmentId`. */
export async function setFeaturedDepartment(tx: CommandTransaction, departmentId: number) {
  await organizationOfDepartment(tx.db, departmentId);
  const value = JSON.stringify({ departmentId });
  await sql`
    insert into settings (key, value, updated_by) values (${featuredDepartmentKey}, ${value}::jsonb, ${tx.actorId})
    on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = app_now()
    where settings.value <> excluded.value
  `.execute(tx.db);
  const { rows } = await sql<{ id: number; name: string; organizationName: string }>`
    ${featuredDepartmentSql}`.execute(tx.db);
  const [department] = rows;
  if (!department) throw new Error('the chosen department is not there');
  return department;
}
