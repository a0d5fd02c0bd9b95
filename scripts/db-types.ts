/**
 * `npm run db:types`: migrates a throw-away database and writes from it server/db/db.d.ts, the types of its tables, and
 * server/db/catalogue.json, everything that `verify` compares a schema with; `--check` only says whether one is stale. Run it
 * after every change of the schema.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { catalogueText, readCatalogueOf } from '#server/db/catalogue/catalogue.ts';
import { generateTypes } from '#server/db/generate-types.ts';
import { cloneDatabase, startTestCluster } from '#tests/harness/cluster.ts';
import { root } from './steps.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-types-'));
const fresh = path.join(folder, 'db.d.ts');
let catalogue: string;

const cluster = await startTestCluster(process.env.DATABASE_URL || undefined);
try {
  const database = await cloneDatabase(cluster.facts);
  await generateTypes(database.adminUrl, fresh);
  catalogue = catalogueText(await readCatalogueOf(database.db, cluster.facts.appRole));
  await database.drop();
} finally {
  await cluster.stop();
}

const written: readonly (readonly [string, string])[] = [
  ['server/db/db.d.ts', fs.readFileSync(fresh, 'utf8')],
  ['server/db/catalogue.json', catalogue],
];
fs.rmSync(folder, { recursive: true });
for (const [name, text] of written) {
  const target = path.join(root, name);
  const current = fs.existsSync(target) && fs.readFileSync(target, 'utf8') === text;
  if (process.argv.includes('--check')) {
    if (!current) process.stderr.write(`${name} is stale: run npm run db:types\n`);
    if (!current) process.exitCode = 1;
  } else {
    if (!current) fs.writeFileSync(target, text);
    process.stdout.write(`${name} ${current ? 'is current' : 'written'}.\n`);
  }
}
