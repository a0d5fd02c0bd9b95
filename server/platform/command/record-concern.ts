import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { auditedTables } from '#server/db/schema/audited-tables.ts';

/** The record that a command concerns, and the person and organization if the record does not have them. */
export interface Concern {
  /** Its table. */
  readonly type: string;
  readonly id: string;
  readonly subjectId?: string | null | undefined;
  readonly organizationId?: number | null | undefined;
}

/**
 * Records the subject of the open command if it changed no audited row. Every command in the trail then has its record, person
 * and organization (AUD-01). Person and organization are those that the triggers of the record's table would name.
 */
export async function recordConcern(
  db: Transaction<DB>,
  action: string,
  { type, id, subjectId = null, organizationId = null }: Concern,
): Promise<void> {
  const nothingSaid = sql`not exists (select 1 from audit.events e
    where e.xid = pg_current_xact_id_if_assigned() and e.kind <> 'command')`;
  const table = auditedTables.find(({ name }) => name === type);
  if (!table) {
    await sql`select audit.record_access(${action}, ${type}, ${id}, ${{ subjectId, organizationId }}::jsonb)
      where ${nothingSaid}`.execute(db);
    return;
  }
  const person = table.person === undefined ? sql`null::text` : sql.ref(`row.${table.person}`);
  const own = type === 'organizations' ? sql`row.id` : sql`(to_jsonb(row) ->> 'organization_id')::integer`;
  const named = table.organization === undefined ? sql`null::integer` : sql.raw(table.organization);
  await sql`
    select audit.record_access(${action}, ${type}, ${id}, jsonb_build_object(
      'subjectId', coalesce(${subjectId}::text, ${person}),
      'organizationId', coalesce(${own}, ${named}, ${organizationId}::integer)))
    from ${sql.table(`public.${type}`)} as row
    where row.${sql.ref(table.key)}::text = ${id} and ${nothingSaid}
  `.execute(db);
}
