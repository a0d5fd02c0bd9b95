/**
 * `npm run db:types`: migrates a throw-away database and writes server/db/db.d.ts from it; `--check` only says whether the
 * file is stale. Run it after every change of the schema.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generateTypes } from '#server/db/generate-types.ts';
import { cloneDatabase, startTestCluster } from '#tests/harness/cluster.ts';
import { root } from './steps.ts';

const target = path.join(root, 'server/db/db.d.ts');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-types-'));
const fresh = path.join(folder, 'db.d.ts');

const cluster = await startTestCluster(process.env.DATABASE_URL || undefined);
try {
  const database = await cloneDatabase(cluster.facts);
  await generateTypes(database.adminUrl, fresh);
  await database.drop();
} finally {
  await cluster.stop();
}

const text = fs.readFileSync(fresh, 'utf8');
fs.rmSync(folder, { recursive: true });
const current = fs.existsSync(target) && fs.readFileSync(target, 'utf8') === text;
if (process.argv.includes('--check')) {
  if (!current) process.stderr.write('server/db/db.d.ts is stale: run npm run db:types\n');
  process.exitCode = current ? 0 : 1;
} else {
  if (!current) fs.writeFileSync(target, text);
  process.stdout.write(current ? 'server/db/db.d.ts is current.\n' : 'server/db/db.d.ts written.\n');
}
