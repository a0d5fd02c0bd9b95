/** An installation whose first start is over: made once per run, copied by each test that needs one and does not test the start. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { preparedFolder } from './prepared-folder.ts';
import { runProduct } from './product.ts';

const run = promisify(execFile);

/** Makes the installation: its database is migrated, and it has a secret. */
async function make(dataDir: string, kept: string): Promise<void> {
  fs.chmodSync(path.dirname(dataDir), 0o755);
  const { code, stderr } = await runProduct(['migrate'], { DATA_DIR: dataDir });
  if (code !== 0) throw new Error(`the installation was not made: ${stderr}`);
  fs.renameSync(path.dirname(dataDir), kept);
}

/** Makes an installation in a folder that does not exist yet. */
export async function prepareInstallation(dataDir: string): Promise<void> {
  const kept = preparedFolder(inject('database').prefix);
  const making = `${kept}.new`;
  while (!fs.existsSync(kept)) {
    try {
      fs.mkdirSync(making);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // Another worker makes it.
      await delay(100);
      continue;
    }
    try {
      await make(path.join(making, 'data'), kept);
    } finally {
      fs.rmSync(making, { recursive: true, force: true });
    }
  }
  // With its owners: the database belongs to a user of its own where tests run as root.
  await run('cp', ['-a', path.join(kept, 'data'), dataDir]);
}
