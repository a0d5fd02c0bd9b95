import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import { sha256 } from '../merkle.ts';
import type { Findings } from './findings.ts';

/**
 * Checks signatures of erased people, which keep the printed name (USR-08). The trail's payload is redacted, but its salt stays.
 * The payload can therefore be built again from the row, and must give the sealed hash. This is not possible if names were also
 * removed from other texts of the row; the salt is then deleted too.
 */
export async function checkRedacted(tx: Transaction<DB>, findings: Findings): Promise<void> {
  for (const table of auditedTables) {
    if (!table.appendOnly || !table.personal) continue;
    const { rows: bare } = await sql<{ id: number }>`
      select id from audit.events where object_type = ${table.name} and kind = 'insert' and payload is null and salt is null
        and residual not like '%[erased]%' order by id`.execute(tx);
    for (const { id } of bare)
      findings.add(
        'event_payload_changed',
        `event ${String(id)}`,
        'its salt is gone, without which its record cannot be proven',
      );
    const { rows: events } = await sql<{
      id: number;
      objectId: string;
      residual: string;
      salt: Buffer;
      payloadHash: Buffer;
    }>`
      select id, object_id, residual, salt, payload_hash from audit.events
      where object_type = ${table.name} and kind = 'insert' and payload is null and salt is not null and residual is not null
      order by id`.execute(tx);
    const { rows: columns } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${`public.${table.name}`}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(
      tx,
    );
    for (const event of events) {
      const left = JSON.parse(event.residual) as { after?: Record<string, unknown> };
      const kept = new Set([...Object.keys(left.after ?? {}), ...table.personal]);
      const list = sql.join(columns.filter(({ name }) => kept.has(name)).map(({ name }) => sql.id(name)));
      const { rows } = await sql<{ image: string }>`
        select row_to_json(x)::text as image
        from (select ${list} from ${sql.id('public', table.name)} where ${sql.id(table.key)}::text = ${event.objectId}) x`.execute(
        tx,
      );
      const [row] = rows;
      if (row && !sha256(event.salt, `{"after":${row.image}}`).equals(event.payloadHash)) {
        findings.add(
          'record_changed',
          `${table.name} ${event.objectId}`,
          `it is not what event ${String(event.id)} recorded`,
        );
      }
    }
  }
}
