import type { Attack } from './attack.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { insertRecord, type NewRecord } from '#server/domains/assignments/index.ts';
import { proofOf } from '#server/domains/signatures/index.ts';
import { sql } from 'kysely';

/** Puts a second signature under a record through a command that the trail believes, as the application's role can. */
async function forge(
  world: TrailWorld,
  db: TestDatabase['db'],
  { claimsKey = false }: { readonly claimsKey?: boolean },
): Promise<number> {
  return inCommand(db, async (tx) => {
    const { keyId, ...own } = await tx
      .selectFrom('signatures')
      .select(['recordType', 'recordId', 'recordHash', 'contentHash', 'signerId', 'printedName', 'signedAt'])
      .select(['timeZone', 'statementVersion', 'authMethod', 'agreementVersion', 'keyId'])
      .where('id', '=', world.signatures[0] ?? 0)
      .executeTakeFirstOrThrow();
    const forged = { ...own, meaningCode: 'forged', meaning: 'I approve of it' };
    const { keyId: foreignKey, ...proof } = proofOf({ secretKey: Buffer.alloc(48, 'foreign') }, forged);
    const made = await tx
      .insertInto('signatures')
      .values({ ...forged, ...proof, keyId: claimsKey ? keyId : foreignKey })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  });
}

/** Puts a completion of a new cycle into the database through a command: its bytes fit, nobody signed it. */
export async function recordUnsigned(
  world: TrailWorld,
  db: TestDatabase['db'],
  facts: Pick<NewRecord, 'kind' | 'recordedBy' | 'reason'> = {
    kind: 'completion',
    recordedBy: null,
    reason: null,
  },
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
        ...facts,
      },
    );
    return made.id;
  });
}

/** Signatures, and records that nobody signed. */
export const signaturesAttacks: readonly Attack[] = [
  {
    title: 'a printed name is changed',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `update signatures set printed_name = 'Somebody Else' where id = ${world.signatures[0]}`,
      );
      return [
        `record_changed signatures ${world.signatures[0]}`,
        `signature_invalid signatures ${world.signatures[0]}`,
      ];
    },
  },
  {
    title: 'a signature is forged by a proper command, with hashes that fit and a MAC of another key',
    act: async (world, { db }) => {
      const id = await forge(world, db, {});
      return [`signature_invalid signatures ${id}`];
    },
  },
  {
    title: 'a signature is forged that claims the key of the installation',
    act: async (world, { db }) => {
      const id = await forge(world, db, { claimsKey: true });
      return [`signature_invalid signatures ${id}`];
    },
  },
  {
    title: 'a completion is forged by a proper command, without a signature',
    act: async (world, { db }) => {
      const id = await recordUnsigned(world, db);
      return [`signature_invalid training_records ${id}`];
    },
  },
  {
    title: 'a signature is moved to another record',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `delete from signatures where id = ${world.signatures[1]}`,
        `update signatures set record_id = ${world.records[1]} where id = ${world.signatures[0]}`,
      );
      return [
        `record_changed signatures ${world.signatures[0]}`,
        `signature_invalid signatures ${world.signatures[0]}`,
        `signature_invalid training_records ${world.records[0]}`,
        `record_missing signatures ${world.signatures[1]}`,
      ];
    },
  },
];
