import fs from 'node:fs';
import path from 'node:path';

/** The statement of `floors/NAME`: floors are files, so that what is measured against does not move with the product. */
export const floorSql = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, 'floors', name), 'utf8');
