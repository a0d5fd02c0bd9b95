/**
 * `npm run formats -- FOLDER … [--out FILE]`: uploads every file of the folders to a server on a scratch database and writes
 * the result of each (MOD-07, MOD-09). Fails when the server failed at any of them.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { cloneDatabase, startTestCluster } from '#tests/harness/cluster.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';
import { formatTable, isFailure, tryFolder, type TriedFolder } from './format-table.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const notFolders = positionals.filter(
  (folder) => !fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory(),
);
if (positionals.length === 0 || notFolders.length > 0) {
  for (const folder of notFolders) process.stderr.write(`${folder} is no folder\n`);
  process.stderr.write('Usage: npm run formats -- FOLDER … [--out FILE]\n');
  process.exit(2);
}

const cluster = await startTestCluster(process.env.DATABASE_URL);
const database = await cloneDatabase(cluster.facts);
const server = await startTestServer({ db: database });
const folders: TriedFolder[] = [];
try {
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  for (const folder of positionals) folders.push(await tryFolder(admin, folder));
} finally {
  await server.close();
  await database.drop();
  await cluster.stop();
}
const table = formatTable(folders);
if (values.out === undefined) process.stdout.write(table);
else fs.writeFileSync(values.out, table);
const failed = folders.flatMap(({ files }) => files).filter(isFailure);
for (const { name, status } of failed) process.stderr.write(`The server failed at ${name}: ${status}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
