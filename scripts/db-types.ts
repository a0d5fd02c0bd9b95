/**
 * `npm run db:types`: migrates a temporary database and writes three things from it. server/db/db.d.ts has the types of its
 * tables. server/db/catalogue.json has everything that `verify` compares a schema with. server/db/schema/{tables,functions,views}
 * has the current schema for people to read. Run it after every change of the schema. A test of the server compares the files.
 */
import fs from 'node:fs';
import path from 'node:path';
import { startTestCluster } from '#tests/harness/cluster.ts';
import { root } from './steps.ts';
import { compareSchema } from './written-schema.ts';

const cluster = await startTestCluster(process.env.DATABASE_URL || undefined);
try {
  const { stale, gone } = await compareSchema(cluster.facts);
  for (const [name, text] of stale) {
    const target = path.join(root, name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
    process.stdout.write(`${name} written.\n`);
  }
  for (const name of gone) {
    fs.rmSync(path.join(root, name));
    process.stdout.write(`${name} removed.\n`);
  }
} finally {
  await cluster.stop();
}
