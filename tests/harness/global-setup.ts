import fs from 'node:fs';
import type { TestProject } from 'vitest/node';
import { prepareParsersIfStale } from '../../scripts/prepare-parsers.ts';
import { startTestCluster, type TestCluster } from './cluster.ts';
import './database.ts';
import { preparedFolder } from './prepared-folder.ts';

let cluster: TestCluster | undefined;

/** Starts the one cluster of the run, or uses the server of DATABASE_URL, and tells the workers how to reach it. */
export async function setup(project: TestProject): Promise<void> {
  await prepareParsersIfStale();
  cluster = await startTestCluster(process.env.DATABASE_URL || undefined);
  project.provide('database', cluster.facts);
}

/** Removes everything that the run made in the database, and the installation that tests copied. */
export async function teardown(): Promise<void> {
  await cluster?.stop();
  if (cluster) fs.rmSync(preparedFolder(cluster.facts.prefix), { recursive: true, force: true });
}
