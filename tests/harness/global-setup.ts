import fs from 'node:fs';
import type { TestProject } from 'vitest/node';
import { prepareParsersIfStale } from '../../scripts/prepare-parsers.ts';
import { startTestCluster, type TestCluster } from './cluster.ts';
import './database.ts';
import { preparedFolder } from './prepared-folder.ts';

/** One cluster for all projects of a run; each of them sets up and tears down. */
let cluster: Promise<TestCluster> | undefined;
let projects = 0;

async function start(): Promise<TestCluster> {
  await prepareParsersIfStale();
  return startTestCluster(process.env.DATABASE_URL || undefined);
}

/** Starts the one cluster of the run, or uses the server of DATABASE_URL, and tells the workers how to reach it. */
export async function setup(project: TestProject): Promise<void> {
  projects += 1;
  cluster ??= start();
  project.provide('database', (await cluster).facts);
}

/** Removes everything that the run made in the database, and the installation that tests copied. */
export async function teardown(): Promise<void> {
  projects -= 1;
  if (projects > 0 || cluster === undefined) return;
  const { facts, stop } = await cluster;
  await stop();
  fs.rmSync(preparedFolder(facts.prefix), { recursive: true, force: true });
}
