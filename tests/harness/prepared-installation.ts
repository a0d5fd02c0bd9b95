/** An installation whose first start is over: made once per run, copied by each test that needs one and does not test the start. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { madeOnce } from './made-once.ts';
import { preparedFolder } from './prepared-folder.ts';
import { runProduct } from './product.ts';

const run = promisify(execFile);

/** Makes the installation: its database is migrated, and it has a secret. */
async function make(folder: string): Promise<void> {
  const { code, stderr } = await runProduct(['migrate'], { DATA_DIR: path.join(folder, 'data') });
  if (code !== 0) throw new Error(`the installation was not made: ${stderr}`);
}

/** Makes an installation in a folder that does not exist yet. */
export async function prepareInstallation(dataDir: string): Promise<void> {
  const kept = await madeOnce(preparedFolder(inject('database').prefix), make);
  // With its owners: the database belongs to a user of its own where tests run as root.
  await run('cp', ['-a', path.join(kept, 'data'), dataDir]);
}
