import os from 'node:os';
import path from 'node:path';

/** Returns the folder with the installation that tests of a run copy; the teardown of the run removes it. */
export const preparedFolder = (prefix: string): string => path.join(os.tmpdir(), `traintrail-${prefix}`);
