import { createHmac } from 'node:crypto';
import { sql, type Kysely, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { keyFor, keyId, type KeySource } from '#server/platform/crypto/keys.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/** The facts that the proof of a command covers (AUD-02): all events of its transaction, by count and digest. */
export interface ProvenCommand {
  readonly systemId: string;
  readonly xid: string;
  /** A bigint: text if the connection returns it in PostgreSQL's format. */
  readonly commandId: number | string;
  readonly events: number;
  /** SHA-256 over the leaves of the events, in the order of their ids. */
  readonly digest: Buffer;
  /** This is the first proof. */
  readonly begins: boolean;
}

/** The purpose of the keys that prove commands. */
export const commandProofPurpose = 'command-proof';

/** Returns the MAC over the writes of a command. */
export function commandMac(key: Buffer, proven: ProvenCommand): Buffer {
  const { systemId, xid, commandId, events, digest, begins } = proven;
  return createHmac('sha256', key)
    .update(
      ['traintrail-command-1', systemId, xid, commandId, events, digest.toString('hex'), begins].join('\n'),
    )
    .digest();
}

async function digestOf(db: QueryExecutorProvider): Promise<ProvenCommand | undefined> {
  const { rows } = await sql<ProvenCommand>`/*named command.digest*/ 
    select system_id as "systemId", xid, command_id as "commandId", events, digest, begins from audit.command_digest()`.execute(
    db,
  );
  return rows[0];
}

async function keep(db: QueryExecutorProvider, keys: KeySource, proven: ProvenCommand): Promise<void> {
  await sql`/*named command.prove*/ select ${proof(keys, proven)}`.execute(db);
}

const proof = (keys: KeySource, proven: ProvenCommand): RawBuilder<unknown> => {
  const key = keyFor(keys, commandProofPurpose);
  return sql`audit.prove_command(${proven.events}, ${proven.begins}, ${keyId(key)}, ${commandMac(key, proven)})`;
};

/**
 * Proves that the owner of the installation's key ran the open command, with exactly the events that its transaction wrote
 * (AUD-02). Call it last, right before the commit, because a later event would have no proof.
 */
export async function proveCommand(db: QueryExecutorProvider, keys: KeySource): Promise<void> {
  await keep(db, keys, await digestOfCommand(db));
}

/** Does the same, and reads the command's answer in the same statement (PERF-03); a row of nulls if there is none. */
export async function proveAndRead<Row, DB>(
  db: Kysely<DB>,
  keys: KeySource,
  answer: RawBuilder<Row>,
): Promise<Row | undefined> {
  const proven = await digestOfCommand(db);
  const [row] = await queryPrepared<Row, DB>(
    db,
    'command.prove-and-read',
    sql`with proven as materialized (select ${proof(keys, proven)} as proof)
      select answer.* from proven left join (${answer}) answer on true`,
  );
  return row;
}

async function digestOfCommand(db: QueryExecutorProvider): Promise<ProvenCommand> {
  const proven = await digestOf(db);
  if (!proven) throw new Error('there is no open command to prove');
  return proven;
}

/** Does the same for the events of a migration, if there are any. The first proof is left to the application: the proofs start with it. */
export async function proveMigration(db: QueryExecutorProvider, keys: KeySource): Promise<void> {
  const { rows } = await sql`select 1 where to_regproc('audit.command_digest') is not null`.execute(db);
  const proven = rows.length > 0 ? await digestOf(db) : undefined;
  if (proven && !proven.begins) await keep(db, keys, proven);
}
