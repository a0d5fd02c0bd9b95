import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#server/db/database.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import {
  anchorFile,
  installationSealingKey,
  sealOnce,
  verifyDatabase,
  type Sealer,
} from '#server/domains/audit/index.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { startEmbedded, type Embedded } from '#server/platform/postgres/embedded.ts';
import { inCommand, trailKeys } from '#tests/harness/trail-world.ts';

let folder: string | undefined;
let server: Embedded | undefined;
afterEach(async () => {
  await server?.stop();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

const clusterOf = (base: string): string => path.join(base, 'cluster');

/** Ends the server as a power cut does: no checkpoint, every connection broken. */
async function crash(base: string, running: Embedded): Promise<void> {
  const pid = Number(fs.readFileSync(path.join(clusterOf(base), 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  await running.exited;
  await running.stop();
}

/** Writes until the connection breaks; the answer is what the database said was done. */
async function writeUntilBroken(database: Database, writer: number, done: string[]): Promise<void> {
  for (let n = 0; ; n += 1) {
    const key = `${writer}-${n}`;
    try {
      await inCommand(database.db, (tx) =>
        sql`insert into settings (key, value) values (${key}, 'true')`.execute(tx),
      );
    } catch {
      return;
    }
    done.push(key);
  }
}

test('[AUD-02] a crash of the database under load loses nothing that was acknowledged, and the trail is whole (F4)', async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-crash-'));
  fs.chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'outside');
  server = await startEmbedded({ dataDir: clusterOf(folder) });
  await migrateToLatest(server.superuserConnection);
  const asApp = (running: Embedded): Database =>
    createDatabase(
      { ...running.superuserConnection, user: 'traintrail_app' },
      { max: 6, onError: () => undefined },
    );
  const keys = trailKeys;
  const sealerOf = ({ db }: Database): Sealer => ({
    db,
    key: installationSealingKey(keys),
    fingerprint: fingerprintOf(keys),
    anchorFile: anchorFile(dataDir),
  });
  const done: string[] = [];

  for (let round = 0; round < 2; round += 1) {
    const database = asApp(server);
    const sealing = (async () => {
      const sealer = sealerOf(database);
      try {
        for (;;) await sealOnce(sealer);
      } catch {
        return;
      }
    })();
    const before = done.length;
    const writers = [0, 1, 2, 3].map((writer) => writeUntilBroken(database, round * 4 + writer, done));
    await expect.poll(() => done.length, { timeout: 15_000 }).toBeGreaterThan(before + 40);
    await crash(folder, server);
    await Promise.all([...writers, sealing]);
    await database.close();
    server = await startEmbedded({ dataDir: clusterOf(folder) });
  }

  const database = asApp(server);
  try {
    const { rows } = await sql<{ key: string }>`select key from settings`.execute(database.db);
    const stored = new Set(rows.map((row) => row.key));
    expect(done.filter((entry) => !stored.has(entry))).toEqual([]);
    await sealOnce(sealerOf(database));
    const report = await verifyDatabase({ db: database.db, dataDir, keys });
    expect(report.findings).toEqual([]);
    expect(report.checked.seals).toBeGreaterThan(1);
  } finally {
    await database.close();
  }
});
