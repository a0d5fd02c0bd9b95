import type { ClientBase } from 'pg';
import { migrationLock } from '#server/db/schema/audit-ddl.ts';
import { qualified, quoted } from './tables.ts';

/** The words that enable a trigger again, by its state in pg_trigger. */
const awake: Readonly<Record<string, string>> = { O: 'enable', A: 'enable always', R: 'enable replica' };

interface Guard {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  /** The information for restoring it: the state of a trigger in pg_trigger, or the definition of a constraint. */
  readonly how: string;
}

const nameOf = ({ schema, table }: Guard): string => qualified({ schema, name: table });

/**
 * Loads rows in the open transaction while triggers and foreign keys of the schemas are disabled, because the rows already contain their
 * effects. The owner of the tables may do this: no superuser is needed (OPS-04). Afterwards every foreign key is checked for all rows, and
 * every trigger is in its earlier state.
 */
export async function withGuardsDisabled(
  client: ClientBase,
  schemas: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  // This lock marks the change as the product's own: it writes no event to the trail, which is about to be replaced.
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  const triggers = await readTriggers(client, schemas);
  const keys = await readForeignKeys(client, schemas);
  for (const key of keys)
    await client.query(`alter table ${nameOf(key)} drop constraint ${quoted(key.name)}`);
  for (const trigger of triggers)
    await client.query(`alter table ${nameOf(trigger)} disable trigger ${quoted(trigger.name)}`);
  await work();
  for (const key of keys)
    await client.query(`alter table ${nameOf(key)} add constraint ${quoted(key.name)} ${key.how}`);
  for (const trigger of triggers)
    await client.query(
      `alter table ${nameOf(trigger)} ${awake[trigger.how]} trigger ${quoted(trigger.name)}`,
    );
}

async function readTriggers(client: ClientBase, schemas: readonly string[]): Promise<readonly Guard[]> {
  const { rows } = await client.query<Guard>(
    `select n.nspname as schema, c.relname as table, t.tgname as name, t.tgenabled::text as how
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r' and not t.tgisinternal and t.tgenabled <> 'D' order by 1, 2, 3`,
    [schemas],
  );
  return rows;
}

async function readForeignKeys(client: ClientBase, schemas: readonly string[]): Promise<readonly Guard[]> {
  const { rows } = await client.query<Guard>(
    `select n.nspname as schema, c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as how
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r' and k.contype = 'f' order by 1, 2, 3`,
    [schemas],
  );
  return rows;
}
