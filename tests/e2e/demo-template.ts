/** The demo data of a browser run: filled once, which takes a minute, and copied for each server that is to have it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareDemo } from '#server/cli/demo-data.ts';
import type { Config } from '#server/platform/config/config.ts';
import { cloneDatabase, keepAsTemplate, type ClusterFacts } from '../harness/cluster.ts';
import { startTestServer } from '../harness/server.ts';

/** A filled database to clone, and a folder of its files to copy. */
export interface DemoTemplate {
  /** Its template is the filled database. */
  readonly cluster: ClusterFacts;
  readonly files: string;
}

const newFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-demo-'));

/** Fills a database and a folder with demo data. No jobs run meanwhile: they would count days while the demo writes its past. */
export async function fillDemo(cluster: ClusterFacts, config: Partial<Config>): Promise<DemoTemplate> {
  const database = await cloneDatabase(cluster);
  const files = newFolder();
  const server = await startTestServer({ db: database, config, dataDir: files });
  await prepareDemo(server.services, () => undefined, database.adminUrl);
  await server.close();
  return { cluster: await keepAsTemplate(cluster, database), files };
}

/** A database and a folder of a server's own, with the demo data. */
export async function copyDemo({ cluster, files }: DemoTemplate) {
  const database = await cloneDatabase(cluster);
  const dataDir = newFolder();
  fs.cpSync(files, dataDir, { recursive: true });
  return {
    database,
    dataDir,
    drop: async (): Promise<void> => {
      await database.drop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
