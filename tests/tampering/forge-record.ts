import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { insertRecord, type NewRecord } from '#server/domains/assignments/index.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { inCommand, type TrailWorld } from '#tests/harness/trail-world.ts';

/** Puts a completion of a new cycle into the database through a command that the trail believes: its bytes fit, nobody signed it. */
export async function forgeRecord(
  world: TrailWorld,
  db: TestDatabase['db'],
  facts: Partial<NewRecord> = {},
): Promise<number> {
  return inCommand(db, async (tx) => {
    const { rows } = await sql<{ assignmentId: number; id: number; now: Date; content: string }>`
      with made as (
        insert into training_assignments (user_id, module_id, module_version_id, cycle)
        values (${world.people[0]}, ${world.moduleId}, ${world.versionId}, 2) returning id
      )
      select made.id as assignment_id, nextval(pg_get_serial_sequence('training_records', 'id'))::int as id,
        date_trunc('milliseconds', app_now()) as now, v.content_hash as content
      from made, module_versions v where v.id = ${world.versionId}`.execute(tx);
    const [made] = rows;
    if (!made) throw new Error('nothing was made');
    await insertRecord(
      { db: tx },
      {
        id: made.id,
        assignmentId: made.assignmentId,
        organizationId: null,
        cycle: 2,
        userId: world.people[0] ?? '',
        moduleId: world.moduleId,
        moduleTitle: 'Module',
        moduleReference: null,
        moduleVersionId: world.versionId,
        versionNumber: 1,
        versionHash: made.content,
        completionPolicy: 'signed',
        score: 100,
        passingScore: null,
        completedAt: made.now,
        timeZone: 'UTC',
        expiresOn: null,
        renewalAnchor: null,
        kind: 'completion',
        recordedBy: null,
        reason: null,
        ...facts,
      },
    );
    return made.id;
  });
}

/** Gives a completion its certificate through a command, signed as the caller says; answers the id of the certificate. */
export async function certify(
  db: TestDatabase['db'],
  recordId: number,
  sign: (tx: Transaction<DB>, recordId: number, certificateId: number) => Promise<void>,
): Promise<number> {
  return inCommand(db, async (tx) => {
    const { id } = await tx
      .insertInto('certificates')
      .values({ number: 'TT-2026-999999', code: 'a forged code of its own', trainingRecordId: recordId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sign(tx, recordId, id);
    return id;
  });
}

/** Gives a forged completion that needs no signature a certificate, signed as the attacker can; answers its id. */
export const forgeCertificate = async (
  world: TrailWorld,
  db: TestDatabase['db'],
  sign: Parameters<typeof certify>[2],
): Promise<number> => certify(db, await forgeRecord(world, db, { completionPolicy: 'self_attest' }), sign);
