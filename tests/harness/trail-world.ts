/** A small world with a sealed trail, and an attacker who holds the database's superuser (tests of AUD-01, AUD-02). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql, type Insertable, type Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import type { DB } from '#server/db/db.d.ts';
import {
  anchorFile,
  installationSealingKey,
  recordDestinations,
  readSealLag,
  recordCheckers,
  rotateKeys,
  sealOnce,
  verifyDatabase,
  type HeadDestination,
  type Sealer,
  type VerifyReport,
} from '#server/domains/audit/index.ts';
import { recordInstallation } from '#server/domains/audit/commands/start-installation.ts';
import type { SentHead } from '#server/domains/audit/destinations/destination.ts';
import { recordSent, readNewestHead } from '#server/domains/audit/destinations/sent-heads.ts';
import { ringSealingKeys } from '#server/domains/audit/sealing-key.ts';
import { insertRecord, type NewRecord } from '#server/domains/assignments/index.ts';
import { signCertificates } from '#server/domains/certificates/index.ts';
import { contentHash } from '#server/domains/modules/index.ts';
import { proofOf, type SignatureColumns } from '#server/domains/signatures/index.ts';
import { proveCommand } from '#server/platform/command/prove-command.ts';
import { fingerprintOf, sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { openGenerations, readGenerations } from '#server/platform/installation/key-generations.ts';
import type { Services } from '#server/platform/services.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { TestDatabase } from './database.ts';
import { until } from './poll.ts';

/** What proves the commands of a database without a world of its own. */
export const trailKeys: KeySource = { secretKey: Buffer.alloc(48, 'the trail of a test') };

/** The keys of each world, by its database. */
const worldKeys = new WeakMap<Kysely<DB>, KeySource>();

/** Runs SQL of the application's role in one command. */
export async function inCommand<T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
  facts: {
    readonly action?: string;
    readonly actorId?: string | null;
    readonly reason?: string | null;
    readonly origin?: object;
    /** Whose key proves the command; none: nobody does, as when a superuser opens it. */
    readonly keys?: KeySource | null;
  } = {},
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select audit.begin_command(${facts.action ?? 'test.write'}, ${facts.actorId ?? null}, ${facts.reason ?? null},
      ${JSON.stringify(facts.origin ?? {})}::jsonb)`.execute(tx);
    const answer = await work(tx);
    if (facts.keys !== null) await proveCommand(tx, facts.keys ?? worldKeys.get(db) ?? trailKeys);
    return answer;
  });
}

/** What the superuser does past all triggers. */
export async function tamper(admin: pg.Pool, ...statements: readonly string[]): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

/** The rows of the world. */
export interface TrailRows {
  readonly organizationId: number;
  readonly people: readonly string[];
  readonly moduleId: number;
  readonly versionId: number;
  readonly fileId: number;
  readonly assignments: readonly number[];
  readonly records: readonly number[];
  readonly signatures: readonly number[];
  readonly certificates: readonly number[];
}

/** The world with its sealer and verifier. */
export interface TrailWorld extends TrailRows {
  readonly sealer: Sealer;
  /** Where heads are sent, as an operator configures it; `verify` compares them. */
  readonly destinations: HeadDestination[];
  /** Sends the newest head to each of them, as the jobs do. */
  readonly send: () => Promise<void>;
  /** What the signatures of the world are made with. */
  readonly keys: KeySource;
  readonly dataDir: string;
  readonly fileBytes: Map<string, Buffer>;
  /** Seals until nothing is left; other databases of the cluster may hold the horizon back for a moment. */
  readonly seal: () => Promise<void>;
  readonly verify: () => Promise<VerifyReport>;
  /** Rotates the secret as the product does; answers the former one. */
  readonly rotate: () => Promise<KeySource>;
  /** What the world has started besides. */
  readonly closes: (() => Promise<void>)[];
  readonly cleanUp: () => Promise<void>;
}

/** Makes three people with a signed completion each; everything sealed. */
export async function createTrailWorld(database: TestDatabase): Promise<TrailWorld> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-trail-'));
  const keys: KeySource = { secretKey: randomBytes(48) };
  worldKeys.set(database.db, keys);
  await inCommand(database.db, (tx) => recordInstallation(tx, keys, randomUUID()));
  const sealer: Sealer = {
    db: database.db,
    key: installationSealingKey(keys),
    fingerprint: fingerprintOf(keys),
    anchorFile: anchorFile(dataDir),
  };
  const fileBytes = new Map<string, Buffer>();
  const destinations: HeadDestination[] = [];
  const closes: (() => Promise<void>)[] = [];
  const rows = await insertRows(database.db, fileBytes, keys);
  const seal = async (): Promise<void> => {
    await until('the trail is sealed', async () => {
      await sealOnce(sealer);
      return (await readSealLag(database.db)).unsealed === 0;
    });
  };
  await seal();
  return {
    ...rows,
    sealer,
    destinations,
    send: async () => {
      await recordDestinations(database.db, destinations);
      const head = await readNewestHead(database.db);
      for (const destination of head ? destinations : []) {
        // None of those that can be read back needs the services.
        await destination.send(
          head as SentHead,
          undefined as unknown as Services,
          AbortSignal.timeout(30_000),
        );
        await recordSent(database.db, destination, head as SentHead);
      }
    },
    keys,
    dataDir,
    fileBytes,
    seal,
    verify: async () => {
      const { secretKey } = keys;
      const { formerSecrets } = openGenerations({ secretKey }, await readGenerations(database.db));
      const ring = { secretKey, formerSecrets };
      const files = storeOf(fileBytes);
      const checkers = recordCheckers(ring);
      return verifyDatabase({ db: database.db, dataDir, keys: ring, files, checkers, destinations });
    },
    rotate: async () => {
      const former = { ...keys };
      Object.assign(keys, await inCommand(database.db, (tx) => rotateKeys(tx, former, randomBytes(48))));
      Object.assign(sealer, {
        key: installationSealingKey(keys),
        formerKeys: ringSealingKeys(keys).slice(1),
        fingerprint: fingerprintOf(keys),
      });
      await seal();
      return former;
    },
    closes,
    cleanUp: async () => {
      for (const close of closes) await close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A file store in memory, of which `verify` needs no more than this. */
function storeOf(bytes: ReadonlyMap<string, Buffer>): FileStore {
  const refuse = (): never => {
    throw new Error('verify only checks');
  };
  return {
    put: refuse,
    read: refuse,
    remove: refuse,
    sweep: refuse,
    open: refuse,
    list: refuse,
    place: () => null,
    facts: (sha256) =>
      Promise.resolve(bytes.has(sha256) ? { size: bytes.get(sha256)?.length ?? 0, fingerprint: '' } : null),
    check: (sha256) =>
      Promise.resolve(
        createHash('sha256')
          .update(bytes.get(sha256) ?? '')
          .digest('hex') === sha256,
      ),
  };
}

async function insertRows(
  db: Kysely<DB>,
  fileBytes: Map<string, Buffer>,
  keys: KeySource,
): Promise<TrailRows> {
  const tag = randomBytes(4).toString('hex');
  return inCommand(db, async (tx) => {
    const insert = async <T>(query: ReturnType<typeof sql<{ id: T }>>): Promise<T[]> =>
      (await query.execute(tx)).rows.map((row) => row.id);
    const [organizationId = 0] = await insert(
      sql<{
        id: number;
      }>`insert into organizations (name, slug) values ('Org', ${`org-${tag}`}) returning id`,
    );
    const people = await insert(
      sql<{ id: string }>`
        insert into users (email, first_name, last_name, organization_id, password_hash)
        select 'p' || n || ${`-${tag}@example.org`}, 'First' || n, 'Last' || n, ${organizationId}, 'secret-hash' from generate_series(1, 3) n
        returning id`,
    );
    const bytes = Buffer.from(`file of ${tag}`);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    fileBytes.set(sha256, bytes);
    const [fileId = 0] = await insert(
      sql<{
        id: number;
      }>`insert into files (sha256, size, mime) values (${sha256}, ${bytes.length}, 'application/pdf') returning id`,
    );
    const content = contentHash({ text: null, link: null, files: [sha256] });
    const [moduleId = 0] = await insert(
      sql<{ id: number }>`
        insert into training_modules (title, description, content_type) values ('Module', 'About it', 'pdf') returning id`,
    );
    const [versionId = 0] = await insert(
      sql<{ id: number }>`
        insert into module_versions (module_id, number, status, content_hash, published_at, effective_from)
        values (${moduleId}, 1, 'published', ${content}, app_now(), app_now()) returning id`,
    );
    await sql`
      insert into module_version_files (version_id, file_id, position, name, original_name)
      values (${versionId}, ${fileId}, 0, ${`file-${tag}.pdf`}, 'file.pdf')`.execute(tx);
    const assignments = await insert(
      sql<{ id: number }>`
        insert into training_assignments (user_id, module_id, module_version_id, due_date)
        select id, ${moduleId}, ${versionId}, date '2026-05-01' from unnest(${people}::text[]) id returning id`,
    );
    const completions: Completion[] = [];
    for (const [index, userId] of people.entries()) {
      const facts = { assignmentId: assignments[index] ?? 0, userId, moduleId, versionId, content };
      completions.push(await complete(tx, keys, facts));
    }
    const records = completions.map(({ recordId }) => recordId);
    const certificates = await insert(
      sql<{ id: number }>`
        insert into certificates (number, code, training_record_id)
        select 'TT-2026-' || id, 'a code that nobody guesses ' || id, id from unnest(${records}::int[]) id order by id returning id`,
    );
    await signCertificates(tx, keys, records);
    return {
      organizationId,
      people,
      moduleId,
      versionId,
      fileId,
      assignments,
      records,
      certificates,
      signatures: completions.map(({ signatureId }) => signatureId),
    };
  });
}

/** A completion of the world. */
interface Completion {
  readonly recordId: number;
  readonly signatureId: number;
}

/** Completes an assignment as the product does: the record by its bytes, the signature with hash and MAC. */
async function complete(
  tx: Transaction<DB>,
  keys: KeySource,
  facts: Pick<NewRecord, 'assignmentId' | 'userId' | 'moduleId'> & {
    readonly versionId: number;
    readonly content: string;
  },
): Promise<Completion> {
  const { rows } = await sql<{ id: number; at: Date; name: string }>`
    select nextval(pg_get_serial_sequence('training_records', 'id'))::int as id,
      date_trunc('milliseconds', app_now()) as at, first_name || ' ' || last_name as name
    from users where id = ${facts.userId}`.execute(tx);
  const [made] = rows;
  if (!made) throw new Error('the person is not there');
  const { versionId, content, ...whose } = facts;
  const text = await insertRecord(
    { db: tx },
    {
      ...whose,
      id: made.id,
      organizationId: null,
      cycle: 1,
      moduleTitle: 'Module',
      moduleReference: null,
      moduleVersionId: versionId,
      versionNumber: 1,
      versionHash: content,
      completionPolicy: 'signed',
      score: 90,
      passingScore: null,
      completedAt: made.at,
      timeZone: 'UTC',
      expiresOn: null,
      renewalAnchor: null,
      kind: 'completion',
      recordedBy: null,
      reason: null,
    },
  );
  const signatureId = await insertSignature(tx, keys, {
    recordType: 'training_records',
    recordId: made.id,
    recordHash: sha256Hex(text),
    contentHash: content,
    signerId: facts.userId,
    printedName: made.name,
    signedAt: made.at,
    timeZone: 'UTC',
    meaning: 'I have read and understood it',
    language: null,
    meaningCode: 'completed',
    statementVersion: 1,
    authMethod: 'password',
    agreementVersion: 1,
  });
  return { recordId: made.id, signatureId };
}

/** Inserts a signature as the product does, with hash and MAC of these keys; answers its id. */
export async function insertSignature(
  tx: Transaction<DB>,
  keys: KeySource,
  columns: SignatureColumns & Pick<Insertable<DB['signatures']>, 'recordType' | 'authMethod'>,
  origin: { readonly ip: string; readonly userAgent: string } = { ip: '192.0.2.7', userAgent: 'browser' },
): Promise<number> {
  const { id } = await tx
    .insertInto('signatures')
    .values({ ...columns, ...proofOf(keys, columns), ...origin })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
