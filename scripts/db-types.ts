/**
 * `npm run db:types`: migrates a temporary database and writes three things from it. server/db/db.d.ts has the types of its
 * tables. server/db/catalogue.json has everything that `verify` compares a schema with. server/db/schema/{tables,functions,views}
 * has the current schema for people to read. Run it after every change of the schema. `--check` only reports whether something is
 * out of date.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { catalogueText, readCatalogueOf } from '#server/db/catalogue/catalogue.ts';
import { generateTypes } from '#server/db/generate-types.ts';
import { describeAsFiles, type SchemaFile } from '#server/db/schema-files.ts';
import { cloneDatabase, startTestCluster } from '#tests/harness/cluster.ts';
import { root } from './steps.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-types-'));
const fresh = path.join(folder, 'db.d.ts');
let catalogue: string;
let schema: readonly SchemaFile[];

const cluster = await startTestCluster(process.env.DATABASE_URL || undefined);
try {
  const database = await cloneDatabase(cluster.facts);
  await generateTypes(database.adminUrl, fresh);
  catalogue = catalogueText(await readCatalogueOf(database.db, cluster.facts.appRole));
  schema = await describeAsFiles(database.admin, cluster.facts.appRole);
  await database.drop();
} finally {
  await cluster.stop();
}

const written: readonly (readonly [string, string])[] = [
  ['server/db/db.d.ts', fs.readFileSync(fresh, 'utf8')],
  ['server/db/catalogue.json', catalogue],
  ...schema.map(({ name, text }) => [`server/db/schema/${name}`, text] as const),
];
fs.rmSync(folder, { recursive: true });
const check = process.argv.includes('--check');
const stale = written.filter(([name, text]) => {
  const target = path.join(root, name);
  return !fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text;
});
// Files of tables, functions and views that no longer exist.
const names = new Set(written.map(([name]) => name));
const gone = ['tables', 'functions', 'views']
  .map((part) => `server/db/schema/${part}`)
  .flatMap((part) =>
    fs.existsSync(path.join(root, part))
      ? fs.readdirSync(path.join(root, part)).map((name) => `${part}/${name}`)
      : [],
  )
  .filter((name) => !names.has(name));
for (const [name, text] of check ? [] : stale) {
  const target = path.join(root, name);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}
for (const name of check ? [] : gone) fs.rmSync(path.join(root, name));
for (const name of [...stale.map(([file]) => file), ...gone]) {
  if (check) process.stderr.write(`${name} is stale: run npm run db:types\n`);
  else process.stdout.write(`${name} ${names.has(name) ? 'written' : 'removed'}.\n`);
}
if (check && stale.length + gone.length > 0) process.exitCode = 1;
