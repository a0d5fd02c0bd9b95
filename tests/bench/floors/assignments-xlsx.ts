/** The floor of an XLSX of assignments: the same columns by one prepared statement, written by the same writer; nothing is looked up, judged or counted. */
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { TableRow } from '#server/platform/tables/table-file.ts';
import { xlsxStream } from '#server/platform/tables/xlsx.ts';
import { floorSql } from '../floor-sql.ts';

const text = floorSql('assignments-xlsx.sql');
const atOnce = 1000;
const columns = [
  ['organization', 'text'],
  ['last_name', 'text'],
  ['first_name', 'text'],
  ['email', 'text'],
  ['module', 'text'],
  ['version', 'number'],
  ['status', 'text'],
  ['due_date', 'date'],
] as const;

/** Writes all assignments into a file; answers how many they are. */
export async function assignmentsXlsx(pool: pg.Pool, file: string): Promise<number> {
  const client = await pool.connect();
  let count = 0;
  async function* batches(): AsyncGenerator<readonly TableRow[]> {
    const cursor = client.query(new Cursor<TableRow>(text, [], { rowMode: 'array' }));
    try {
      for (;;) {
        const rows = await cursor.read(atOnce);
        if (rows.length === 0) return;
        count += rows.length;
        yield rows;
      }
    } finally {
      await cursor.close();
    }
  }
  try {
    const table = {
      title: 'Assignments',
      columns: columns.map(([key, kind]) => ({ key, title: key, kind })),
      batches: batches(),
      about: [],
      language: 'en',
      timeZone: 'UTC',
      requestedBy: 'Ada Admin',
      asOf: new Date(),
    } as const;
    await pipeline(xlsxStream(table, { data: 'Assignments', about: 'About' }), fs.createWriteStream(file));
    return count;
  } finally {
    client.release();
  }
}
