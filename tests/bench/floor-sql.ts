import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

/** The statement of `floors/NAME`: floors are files, so that what is measured against does not move with the product. */
export const floorSql = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, 'floors', name), 'utf8');

/** A statement that each connection prepares once under its name: planning is nothing that a floor has to do again. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** A text under a name that follows from it: PostgreSQL cuts names of more than 63 letters off. */
export const named = (text: string): Prepared => ({
  name: `floor.${createHash('sha256').update(text).digest('hex').slice(0, 20)}`,
  text,
});

/** The statement of some files of `floors`, one behind the other. */
export const prepared = (...files: readonly string[]): Prepared => named(files.map(floorSql).join(''));

/** Asks a prepared statement. */
export type Ask = <Row>(statement: Prepared, values?: readonly unknown[]) => Promise<Row[]>;

/** Asks over the connections of a pool. */
export const askOf =
  (pool: pg.Pool): Ask =>
  async <Row>({ name, text }: Prepared, values: readonly unknown[] = []) =>
    (await pool.query({ name, text, values: [...values] })).rows as Row[];
