import type { Migration } from 'kysely/migration';
import * as tables from './0001-tables.ts';
import * as audit from './0002-audit.ts';
import * as seed from './0003-seed.ts';

/** Every migration in its order (OPS-05); a released one is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-tables': tables,
  '0002-audit': audit,
  '0003-seed': seed,
};
