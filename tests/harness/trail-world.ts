/** A small world with a sealed trail, and an attacker who holds the database's superuser (tests of AUD-01, AUD-02). */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql, type Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import type { DB } from '#server/db/db.d.ts';
import {
  anchorFile,
  sealOnce,
  verifyDatabase,
  type Sealer,
  type VerifyReport,
} from '#server/domains/audit/index.ts';
import { signatureBindingChecker } from '#server/domains/audit/index.ts';
import { sealingKeyFrom } from '#server/domains/audit/sealing-key.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { TestDatabase } from './database.ts';
import { until } from './poll.ts';

/** Runs SQL of the application's role in one command. */
export async function inCommand<T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
  facts: {
    readonly action?: string;
    readonly actorId?: string | null;
    readonly reason?: string | null;
    readonly origin?: object;
  } = {},
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select audit.begin_command(${facts.action ?? 'test.write'}, ${facts.actorId ?? null}, ${facts.reason ?? null},
      ${JSON.stringify(facts.origin ?? {})}::jsonb)`.execute(tx);
    return work(tx);
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
}

/** The world with its sealer and verifier. */
export interface TrailWorld extends TrailRows {
  readonly sealer: Sealer;
  readonly dataDir: string;
  readonly fileBytes: Map<string, Buffer>;
  /** Seals until nothing is left; other databases of the cluster may hold the horizon back for a moment. */
  readonly seal: () => Promise<void>;
  readonly verify: () => Promise<VerifyReport>;
  readonly cleanUp: () => void;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Makes three people with a signed completion each; everything sealed. */
export async function createTrailWorld(database: TestDatabase): Promise<TrailWorld> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-trail-'));
  const sealer: Sealer = {
    db: database.db,
    key: sealingKeyFrom(randomBytes(32)),
    dataDir,
    anchorFile: anchorFile(dataDir),
  };
  const fileBytes = new Map<string, Buffer>();
  const rows = await insertRows(database.db, fileBytes);
  const seal = async (): Promise<void> => {
    await until('the trail is sealed', async () => {
      await sealOnce(sealer);
      const { rows: open } = await sql<{ n: number }>`
        select count(*)::integer as n from audit.events e
        where e.xid >= (select max(to_xid) from audit.seals s where s.system_id = e.system_id)`.execute(
        database.db,
      );
      return open[0]?.n === 0;
    });
  };
  await seal();
  return {
    ...rows,
    sealer,
    dataDir,
    fileBytes,
    seal,
    verify: () =>
      verifyDatabase({
        db: database.db,
        dataDir,
        files: storeOf(fileBytes),
        checkers: [signatureBindingChecker],
      }),
    cleanUp: () => fs.rmSync(dataDir, { recursive: true, force: true }),
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

async function insertRows(db: Kysely<DB>, fileBytes: Map<string, Buffer>): Promise<TrailRows> {
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
    const [moduleId = 0] = await insert(
      sql<{ id: number }>`
        insert into training_modules (title, description, content_type) values ('Module', 'About it', 'pdf') returning id`,
    );
    const [versionId = 0] = await insert(
      sql<{ id: number }>`
        insert into module_versions (module_id, number, status, content_hash, published_at, effective_from)
        values (${moduleId}, 1, 'published', ${hash('content')}, app_now(), app_now()) returning id`,
    );
    await sql`
      insert into module_version_files (version_id, file_id, position, name, original_name)
      values (${versionId}, ${fileId}, 0, ${`file-${tag}.pdf`}, 'file.pdf')`.execute(tx);
    const assignments = await insert(
      sql<{ id: number }>`
        insert into training_assignments (user_id, module_id, module_version_id, due_date, status, progress, score, completed_at)
        select id, ${moduleId}, ${versionId}, date '2026-05-01', 'completed', 100, 90, app_now() from unnest(${people}::text[]) id
        returning id`,
    );
    const records = await insert(
      sql<{ id: number }>`
        insert into training_records (assignment_id, cycle, user_id, module_id, module_version_id, module_title, version_number,
          version_hash, completion_policy, score, completed_at, record_bytes, record_hash)
        select a.id, 1, a.user_id, ${moduleId}, ${versionId}, 'Module', 1, ${hash('content')}, 'signed', 90, app_now(),
          'record of ' || a.id, encode(sha256(convert_to('record of ' || a.id, 'UTF8')), 'hex')
        from training_assignments a where a.id = any (${assignments}) returning id`,
    );
    const signatures = await insert(
      sql<{ id: number }>`
        insert into signatures (record_type, record_id, signer_id, printed_name, time_zone, meaning, meaning_code,
          statement_version, record_hash, content_hash, signature_hash, signature_mac, key_id, agreement_version, auth_method, ip)
        select 'training_records', r.id, r.user_id, u.first_name || ' ' || u.last_name, 'UTC', 'I have read and understood it', 'completed',
          1, r.record_hash, r.version_hash, ${hash('signature')}, ${hash('mac')}, 'test', 1, 'password', '192.0.2.7'
        from training_records r join users u on u.id = r.user_id where r.id = any (${records}) returning id`,
    );
    return { organizationId, people, moduleId, versionId, fileId, assignments, records, signatures };
  });
}
