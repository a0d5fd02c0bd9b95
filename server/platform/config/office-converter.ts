import fs from 'node:fs';
import path from 'node:path';
import type { EnvironmentReader } from './environment.ts';

/** The program that turns office files into PDF (MOD-09). */
export interface OfficeConverter {
  /** LibreOffice's `soffice`. */
  readonly path: string;
  /** Longest time for one file, in milliseconds. */
  readonly timeoutMs: number;
}

/** Large decks take a minute and a half on a small machine; longer conversions never end. */
const timeoutMs = 240_000;

/** The folders that installers use if it is not in PATH. */
const usualPlaces = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/usr/lib/libreoffice/program/soffice',
  '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
];

/** The value that turns off the conversion if LibreOffice is installed for another purpose. */
const off = 'off';

/**
 * Reads SOFFICE_PATH (MOD-09, OPS-02): the program that it names, which must exist; unset, the one that is found in PATH or
 * the usual places. Undefined: office files are offered for download only.
 */
export function readOfficeConverter(read: EnvironmentReader): OfficeConverter | undefined {
  const given = read.text('SOFFICE_PATH');
  if (given === off) return undefined;
  if (given !== undefined) {
    const program = path.resolve(given);
    if (isProgram(program)) return { path: program, timeoutMs };
    read.refuse(
      'SOFFICE_PATH',
      `must be the program soffice of LibreOffice, or "${off}"; there is no program at "${given}"`,
    );
    return undefined;
  }
  const inPath = read.programFolders().map((folder) => path.join(folder, 'soffice'));
  const found = [...inPath, ...usualPlaces].find(isProgram);
  return found === undefined ? undefined : { path: found, timeoutMs };
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
