import { sql, type Kysely } from 'kysely';
import { ddlTriggers, ddlTriggersSql } from '#server/db/schema/audit-ddl.ts';
import { catalogueDigest, ownCatalogue } from './catalogue.ts';

/** The content of the newest event of `migrate` in the trail. */
export interface MigrationEvent {
  /** Digest of the resulting catalogue; null if it was not that of a released version. */
  readonly schema: string | null;
  /** Whether changes of the schema are events from then on. */
  readonly recordsDdl: boolean;
}

/** Returns the newest run of `migrate` in the trail; undefined before the first that wrote one. */
export async function lastMigrationEvent<Schema>(db: Kysely<Schema>): Promise<MigrationEvent | undefined> {
  const { rows } = await sql<MigrationEvent>`
    select facts ->> 'schema' as "schema", (facts ->> 'recordsDdl')::boolean as "recordsDdl"
    from audit.events e cross join lateral (select coalesce(e.payload, e.residual)::jsonb -> 'facts' as facts) f
    where e.kind = 'command' and e.action = 'system.migrate' and facts ? 'recordsDdl'
    order by e.id desc limit 1`.execute(db.withoutPlugins());
  return rows[0];
}

/** Returns true if changes of the schema are written to the trail: both event triggers exist and are enabled. */
export async function recordsDdl<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_event_trigger
    where evtname = any (${Object.keys(ddlTriggers)}::text[]) and evtenabled = 'A'`.execute(db);
  return rows[0]?.count === Object.keys(ddlTriggers).length;
}

/**
 * Attaches the event triggers if the role may, and writes a run of `migrate` to the trail (AUD-04): its changes, the resulting
 * catalogue, and whether changes of the schema are events from now on. Writes nothing if nothing changed.
 */
export async function recordMigration(
  db: Kysely<never>,
  done: readonly string[],
  isCurrent: boolean,
): Promise<void> {
  await sql.raw(ddlTriggersSql).execute(db);
  const records = await recordsDdl(db);
  const last = await lastMigrationEvent(db);
  if (done.length === 0 && last?.recordsDdl === records) return;
  const facts = {
    migrations: done,
    recordsDdl: records,
    ...(isCurrent ? { schema: catalogueDigest(ownCatalogue()) } : {}),
  };
  await sql`
    select audit.begin_command('system.migrate', null, 'the schema was brought to this version', ${JSON.stringify(facts)}::jsonb)`.execute(
    db,
  );
}
