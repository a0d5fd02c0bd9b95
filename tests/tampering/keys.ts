import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { anchorFile, installationSealingKey, sealOnce } from '#server/domains/audit/index.ts';
import { signHandOver } from '#server/domains/audit/hand-over.ts';
import { readCertificateStatements, signCertificates } from '#server/domains/certificates/index.ts';
import { statementOf } from '#server/domains/signatures/index.ts';
import { headOf } from '#server/domains/audit/merkle.ts';
import { fingerprintOf, type KeySource } from '#server/platform/crypto/keys.ts';
import { seal } from '#server/platform/crypto/seal.ts';
import { installationSigningKey } from '#server/platform/crypto/signing-key.ts';
import { readGenerations, sealFormer } from '#server/platform/installation/key-generations.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { inCommand, insertSignature, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { newestCommand, provenSoFar, type Attack } from './attack.ts';
import { forgeCertificate } from './forge-record.ts';

/** What is no longer believed where a former secret is not that of the installation any more. */
const withoutFormer = (world: TrailWorld, seals: number): readonly string[] => [
  ...world.signatures.map((id) => `signature_invalid signatures ${id}`),
  ...Array.from({ length: seals }, (_, index) => `seal_signature seal ${index + 1}`),
  ...Array.from({ length: seals }, (_, index) => `anchor_changed anchor line ${index + 1}`),
];

const countSeals = async ({ admin }: TestDatabase): Promise<number> =>
  Number((await admin.query<{ n: string }>('select count(*) as n from audit.seals')).rows[0]?.n);

/** A signature with a secret that the installation had before, through a command that the trail believes. */
async function signWith(
  former: KeySource,
  world: TrailWorld,
  { db }: TestDatabase,
  days: number,
): Promise<string> {
  const id = await inCommand(db, async (tx) => {
    const own = await tx
      .selectFrom('signatures')
      .select(['recordType', 'recordId', 'recordHash', 'contentHash', 'signerId', 'printedName', 'signedAt'])
      .select(['timeZone', 'statementVersion', 'authMethod', 'agreementVersion'])
      .where('id', '=', world.signatures[0] ?? 0)
      .executeTakeFirstOrThrow();
    const signedAt = new Date(own.signedAt.getTime() + days * 86_400_000);
    const forged = { ...own, signedAt, meaningCode: 'forged', meaning: 'I approve of it', language: null };
    return insertSignature(tx, former, forged);
  });
  return `signature_invalid signatures ${id}`;
}

/** Runs statements of the superuser in a command that the trail believes. */
async function commanded({ admin }: TestDatabase, ...statements: readonly string[]): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query(`select audit.begin_command('system.key-rotated', null, null, '{}')`);
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

/** The secret of the installation, and what follows it. */
export const keysAttacks: readonly Attack[] = [
  {
    title:
      'the last seal and its head outside are signed anew with a foreign key, which is put into the data folder',
    act: async (world, { admin }) => {
      const foreign = installationSealingKey({ secretKey: randomBytes(48) });
      const { rows } = await admin.query<{ number: string; body: string }>(
        'select number, body from audit.seals order by number desc limit 1',
      );
      const { number = '', body = '' } = rows[0] ?? {};
      const text = body.replace(/"keyId":"[0-9a-f]+"/, `"keyId":"${foreign.id}"`);
      const head = headOf(text).toString('hex');
      const signature = foreign.sign(text);
      await tamper(
        admin,
        `update audit.seals set body = '${text}', head = '\\x${head}', key_id = '${foreign.id}',
           signature = '\\x${signature.toString('hex')}' where number = ${number}`,
      );
      const lines = fs.readFileSync(anchorFile(world.dataDir), 'utf8').trimEnd().split('\n');
      const anchor = { head, keyId: foreign.id, signature: signature.toString('base64'), body: text };
      fs.writeFileSync(
        anchorFile(world.dataDir),
        `${[...lines.slice(0, -1), JSON.stringify(anchor)].join('\n')}\n`,
      );
      const folder = path.join(world.dataDir, 'keys');
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(
        path.join(folder, 'audit-seal-public-keys.jsonl'),
        `${JSON.stringify({ keyId: foreign.id, publicKey: foreign.publicKey })}\n`,
      );
      return [`seal_signature seal ${number}`, `anchor_changed anchor line ${lines.length}`];
    },
  },
  {
    title: 'the fingerprint of the secret is changed by a command',
    act: async (_world, { db }) => {
      await inCommand(db, (tx) =>
        sql`update installation set key_fingerprint = ${'0'.repeat(32)}`.execute(tx),
      );
      return ['key_changed installation'];
    },
  },
  {
    title: 'the installation is handed over to a foreign secret by a command',
    act: async (_world, database) => {
      const [foreign, guessed] = [{ secretKey: randomBytes(48) }, { secretKey: randomBytes(48) }];
      const at = new Date();
      const fingerprint = fingerprintOf(foreign);
      const [from, to] = [installationSealingKey(guessed), installationSealingKey(foreign)];
      await inCommand(database.db, async (tx) => {
        const { id } = await tx.selectFrom('installation').select('id').executeTakeFirstOrThrow();
        const [first] = await readGenerations(tx);
        if (!first) throw new Error('the world has no generation');
        const sealed = sealFormer(foreign, first, { ...guessed, retiredAt: at });
        await tx
          .updateTable('keyGenerations')
          .set({ retiredAt: at, ...sealed })
          .execute();
        const handOver = signHandOver(from, to, { installation: id, number: 2, at: at.toISOString() });
        await tx
          .insertInto('keyGenerations')
          .values({ number: 2, fingerprint, sealingPublicKey: to.publicKey, begunAt: at, ...handOver })
          .execute();
        await tx.updateTable('installation').set({ keyFingerprint: fingerprint }).execute();
      });
      return ['key_changed installation', 'key_changed key_generations 1', 'key_changed key_generations 2'];
    },
  },
  {
    title: 'a former secret is swapped for a foreign one',
    act: async (world, database) => {
      const seals = await countSeals(database);
      await world.rotate();
      const commands = await provenSoFar(database.admin);
      const foreign = seal({ secretKey: randomBytes(48) }, 'key-ring', '1', 'a foreign secret');
      await tamper(
        database.admin,
        `update key_generations set ciphertext = '${foreign.ciphertext}' where number = 1`,
      );
      return [
        'key_changed key_generations 1',
        'record_changed key_generations 1',
        ...commands,
        ...withoutFormer(world, seals),
      ];
    },
  },
  {
    title: 'a former secret is deleted by a command',
    act: async (world, database) => {
      const seals = await countSeals(database);
      await world.rotate();
      const commands = await provenSoFar(database.admin);
      await commanded(database, 'delete from key_generations where number = 1');
      commands.push(`command_unproven event ${await newestCommand(database.admin)}`);
      return ['key_changed key_generations 2', ...commands, ...withoutFormer(world, seals)];
    },
  },
  {
    title: 'the end of a former secret is put off by a command',
    act: async (world, { db }) => {
      await world.rotate();
      await inCommand(db, (tx) =>
        sql`update key_generations set retired_at = retired_at + interval '1 day' where number = 1`.execute(
          tx,
        ),
      );
      return ['key_changed key_generations 1', 'key_changed key_generations 2'];
    },
  },
  {
    title: 'the hand-over of the sealing key is signed by a foreign key',
    act: async (world, { db }) => {
      await world.rotate();
      const foreign = installationSealingKey({ secretKey: randomBytes(48) });
      const { handOver } = await db
        .selectFrom('keyGenerations')
        .select('handOver')
        .where('number', '=', 2)
        .executeTakeFirstOrThrow();
      const givenSignature = foreign.signHandOver(handOver ?? '').toString('base64');
      await inCommand(db, (tx) =>
        tx.updateTable('keyGenerations').set({ givenSignature }).where('number', '=', 2).execute(),
      );
      return ['key_changed key_generations 2'];
    },
  },
  {
    title: 'a record is signed with a former secret, after its end',
    act: async (world, database) => {
      const former = await world.rotate();
      return [await signWith(former, world, database, 1)];
    },
  },
  {
    title: 'a record is signed with a former secret, dated back',
    act: async (world, database) => {
      const former = await world.rotate();
      return [await signWith(former, world, database, -1)];
    },
  },
  {
    title: 'a certificate gets a public-key signature of a former secret, after its end',
    act: async (world, { db }) => {
      const former = await world.rotate();
      const id = await forgeCertificate(world, db, (tx, recordId) =>
        signCertificates(tx, former, [recordId]),
      );
      return [`signature_invalid certificates ${id}`];
    },
  },
  {
    title: 'a certificate gets a public-key signature of a former secret, dated back',
    act: async (world, { db }) => {
      const former = await world.rotate();
      const id = await forgeCertificate(world, db, async (tx, recordId, certificateId) => {
        const [statement] = await readCertificateStatements(tx, [recordId]);
        const facts = { madeAt: new Date(Date.now() - 86_400_000), occasion: 'signing' } as const;
        const key = installationSigningKey(former);
        const signature = key.sign(
          Buffer.from('traintrail-public-signature-1\n'),
          statementOf(statement?.text ?? '', facts),
        );
        await tx
          .insertInto('publicSignatures')
          .values({ ...facts, certificateId, keyId: key.id, signature: signature.toString('base64') })
          .execute();
      });
      return [`signature_invalid certificates ${id}`];
    },
  },
  {
    title: 'a seal is made with a former secret',
    act: async (world, database) => {
      const former = await world.rotate();
      await inCommand(database.db, (tx) =>
        sql`update organizations set description = 'later' where id = ${world.organizationId}`.execute(tx),
      );
      const before = await countSeals(database);
      const { key } = world.sealer;
      const sealer = { ...world.sealer, key: installationSealingKey(former), formerKeys: [key] };
      while ((await countSeals(database)) === before) await sealOnce(sealer);
      return [`seal_signature seal ${before + 1}`];
    },
  },
  {
    title: 'a command is proven with a former secret, dated back',
    act: async (world, database) => {
      const former = await world.rotate();
      // The clock is a moment before the rotation: near enough to the events before it that no jump shows.
      await database.moveClock({ minutes: -1 });
      await inCommand(
        database.db,
        (tx) =>
          sql`update organizations set description = 'x' where id = ${world.organizationId}`.execute(tx),
        { keys: former },
      );
      await database.moveClock({});
      return [`command_unproven event ${await newestCommand(database.admin)}`];
    },
  },
];
