import fs from 'node:fs';
import path from 'node:path';
import { makeDataDir } from '#server/platform/config/secret-file.ts';

/** Returns the path of the marker in DATA_DIR. */
export const markerFile = (dataDir: string): string => path.join(dataDir, 'demo-unfinished');

/** Returns true if an earlier start was killed while it filled the database with demo data. */
export const isDemoUnfinished = (dataDir: string): boolean => fs.existsSync(markerFile(dataDir));

/** Records durably that demo data is being created, until it is complete (OPS-01: a killed first start starts over). */
export function markDemoUnfinished(dataDir: string): void {
  makeDataDir(dataDir);
  const handle = fs.openSync(markerFile(dataDir), 'w', 0o600);
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Removes the marker: the demo data is complete, or the database with the incomplete data was deleted. */
export function clearDemoMarker(dataDir: string): void {
  fs.rmSync(markerFile(dataDir), { force: true });
}
