import fs from 'node:fs';
import path from 'node:path';
import { makeDataDir } from '#server/platform/config/secret-file.ts';

/** The note's file in DATA_DIR. */
export const markerFile = (dataDir: string): string => path.join(dataDir, 'demo-unfinished');

/** True when an earlier start was killed while it filled the database with demo data. */
export const isDemoUnfinished = (dataDir: string): boolean => fs.existsSync(markerFile(dataDir));

/** Notes durably that demo data is being made, until it is complete (OPS-01: a killed first start starts over). */
export function markDemoUnfinished(dataDir: string): void {
  makeDataDir(dataDir);
  const handle = fs.openSync(markerFile(dataDir), 'w', 0o600);
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Takes the note back: the demo data is complete, or the database with the half of it is gone. */
export function clearDemoMarker(dataDir: string): void {
  fs.rmSync(markerFile(dataDir), { force: true });
}
