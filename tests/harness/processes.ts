/** Real processes and their databases, for tests that start, kill and look at them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { isAlive } from '#server/platform/postgres/owner.ts';

/** The process and everything below it, from /proc. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = fs.readFileSync(`/proc/${entry}/stat`, 'utf8');
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch (error) {
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/** kill -9 of each that still lives. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/** The postmaster of a cluster's folder. */
export const postmasterOf = (clusterDir: string): number =>
  Number(fs.readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** A new folder that PostgreSQL's user may pass through, and how to remove it. */
export function temporaryFolder(): { readonly dir: string; readonly remove: () => void } {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-test-'));
  fs.chmodSync(dir, 0o755);
  return {
    dir,
    remove: () => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

/** One query on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
