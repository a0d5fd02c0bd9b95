import type { Attack } from './attack.ts';
import { forgeCertificate, forgeRecord } from './forge-record.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { signCertificates } from '#server/domains/certificates/index.ts';
import { proofOf } from '#server/domains/signatures/index.ts';
import type pg from 'pg';

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
    const forged = { ...own, meaningCode: 'forged', meaning: 'I approve of it', language: null };
    const { keyId: foreignKey, ...proof } = proofOf({ secretKey: Buffer.alloc(48, 'foreign') }, forged);
    const made = await tx
      .insertInto('signatures')
      .values({ ...forged, ...proof, keyId: claimsKey ? keyId : foreignKey })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  });
}

/** The id of the public-key signature of a certificate. */
async function publicSignatureOf(admin: pg.Pool, certificateId: number | undefined): Promise<string> {
  const { rows } = await admin.query<{ id: number }>(
    'select id from public_signatures where certificate_id = $1',
    [certificateId],
  );
  return String(rows[0]?.id);
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
      const id = await forgeRecord(world, db);
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
  {
    title: 'a public-key signature is replaced by that of another record',
    act: async (world, { admin }) => {
      const [one, other] = world.certificates;
      const id = await publicSignatureOf(admin, one);
      await tamper(
        admin,
        `update public_signatures p set signature = o.signature from public_signatures o
         where p.id = ${id} and o.certificate_id = ${String(other)}`,
      );
      return [`record_changed public_signatures ${id}`, `signature_invalid certificates ${String(one)}`];
    },
  },
  {
    title: 'a public-key signature is dated back',
    act: async (world, { admin }) => {
      const [one] = world.certificates;
      const id = await publicSignatureOf(admin, one);
      await tamper(
        admin,
        `update public_signatures set made_at = made_at - interval '1 year' where id = ${id}`,
      );
      return [`record_changed public_signatures ${id}`, `signature_invalid certificates ${String(one)}`];
    },
  },
  {
    title: 'a public-key signature that was made with its record is said to have been made afterwards',
    act: async (world, { admin }) => {
      const [one] = world.certificates;
      const id = await publicSignatureOf(admin, one);
      await tamper(admin, `update public_signatures set occasion = 'afterwards' where id = ${id}`);
      return [`record_changed public_signatures ${id}`, `signature_invalid certificates ${String(one)}`];
    },
  },
  {
    title: 'a public-key signature is deleted',
    act: async (world, { admin }) => {
      const [one] = world.certificates;
      const id = await publicSignatureOf(admin, one);
      await tamper(admin, `delete from public_signatures where id = ${id}`);
      return [`record_missing public_signatures ${id}`, `signature_invalid certificates ${String(one)}`];
    },
  },
  {
    title: 'a public-key signature is deleted, and the installation is said to be still signing its records',
    act: async (world, { admin }) => {
      const id = await publicSignatureOf(admin, world.certificates[0]);
      const { rows } = await admin.query<{ id: string }>('select id from installation');
      await tamper(
        admin,
        `delete from public_signatures where id = ${id}`,
        'update installation set records_signed_at = null',
      );
      return [`record_missing public_signatures ${id}`, `record_changed installation ${String(rows[0]?.id)}`];
    },
  },
  {
    title: 'a certificate is issued by a proper command, with a public-key signature of another key',
    act: async (world, { db }) => {
      const id = await forgeCertificate(world, db, (tx, recordId) =>
        signCertificates(tx, { secretKey: Buffer.alloc(48, 'foreign') }, [recordId]),
      );
      return [`signature_invalid certificates ${id}`];
    },
  },
  {
    title: 'a completion that needs no signature is recorded by a proper command, without a certificate',
    act: async (world, { db }) => {
      const id = await forgeRecord(world, db, { completionPolicy: 'self_attest' });
      return [`signature_invalid training_records ${id}`];
    },
  },
  {
    title: 'the code of one certificate is given to another',
    act: async (world, { admin }) => {
      const [one, other] = world.certificates;
      await tamper(
        admin,
        `update certificates set code = 'in between, nobody has it' where id = ${String(one)}`,
        `update certificates set code = 'a code that nobody guesses ${String(world.records[0])}' where id = ${String(other)}`,
      );
      return [one, other].flatMap((id) => [
        `record_changed certificates ${String(id)}`,
        `signature_invalid certificates ${String(id)}`,
      ]);
    },
  },
];
