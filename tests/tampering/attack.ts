import type pg from 'pg';
import type { TrailWorld } from '#tests/harness/trail-world.ts';
import type { TestDatabase } from '#tests/harness/database.ts';

/** What a person with the database's superuser or the folders of an installation does, and what `verify` must say (AUD-02, AUD-04). */
export interface Attack {
  /** In plain words; a row of docs/tampering.md. */
  readonly title: string;
  /** The exempt table whose rows are planted; every one that `verify` has to prove has such an attack. */
  readonly table?: string;
  /** What it does holds for the whole server: it gets one of its own. */
  readonly alone?: boolean;
  /** Tampers with a database of its own; answers `kind object` of every finding that `verify` has to make. */
  readonly act: (world: TrailWorld, database: TestDatabase) => Promise<readonly string[]>;
}

/** The id of the first event of a record. */
export async function eventOf(
  database: TestDatabase,
  objectType: string,
  objectId: number | string,
): Promise<number> {
  const { rows } = await database.admin.query<{ id: string }>(
    'select id from audit.events where object_type = $1 and object_id = $2 order by id limit 1',
    [objectType, String(objectId)],
  );
  return Number(rows[0]?.id);
}

/** The id of the command that an event belongs to. */
export async function commandOf(database: TestDatabase, eventId: number): Promise<number> {
  const { rows } = await database.admin.query<{ id: string }>(
    'select command_id as id from audit.events where id = $1',
    [eventId],
  );
  return Number(rows[0]?.id);
}

/** The id of the newest command. */
export async function newestCommand(admin: pg.Pool): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `select max(id) as id from audit.events where kind = 'command'`,
  );
  return String(rows[0]?.id);
}

/** What `verify` says of every command that was proven before the newest ones, once their key is gone. */
export async function provenSoFar(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>('select command_id as id from audit.command_proofs');
  return rows.map(({ id }) => `command_unproven event ${id}`);
}
