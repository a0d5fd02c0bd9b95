import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { compareIds } from './compare-ids.ts';
import type { Findings } from './findings.ts';
import type { History } from './fold-history.ts';
import { isSame } from './json.ts';
import type { Past, PastTable } from './past-tables.ts';
import { readRows } from './trail.ts';

interface StoredPast {
  readonly objectId: string;
  readonly image: string;
}

/**
 * Compares the stored former states of records with the trail, and passes on the histories (AUD-04). It finds rows that were
 * changed, deleted or inserted. It reads both in parallel, so that memory does not grow with the number of rows.
 */
export async function* comparePasts(
  tx: Transaction<DB>,
  tables: readonly PastTable[],
  histories: AsyncGenerator<History, undefined>,
  findings: Findings,
): AsyncGenerator<History, undefined> {
  const given = new Map<string, number>();
  const mayGive = tables.length > 0 && (await beganWithDemo(tx));
  const checks = tables.map((table) => startCheck(tx, table, findings));
  for await (const history of histories) {
    for (const [index, check] of checks.entries()) {
      const past = history.pasts[index];
      if (!past) continue;
      await check.compare(history.objectId, past);
      if (past.givenBy === undefined) continue;
      if (mayGive) given.set(past.table.name, (given.get(past.table.name) ?? 0) + 1);
      else
        findings.add(
          'history_changed',
          `${past.table.name} ${history.objectId}`,
          `event ${String(past.givenBy)} replaces its whole history, which is allowed only for demo data`,
        );
    }
    yield history;
  }
  for (const check of checks) await check.end();
  for (const [name, count] of given)
    findings.note('past_given', name, `demo data: the history of ${String(count)} records was invented`);
  return undefined;
}

/** Returns whether the first command of anybody in this installation was to fill it with demo data. */
async function beganWithDemo(tx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ action: string }>`
    select action from audit.events where kind = 'command' and action not like 'system.%' order by id limit 1`.execute(
    tx,
  );
  return rows[0]?.action.startsWith('demo.') === true;
}

interface Check {
  readonly compare: (objectId: string, past: Past) => Promise<void>;
  /** Reports the remaining rows, which belong to no record. */
  readonly end: () => Promise<void>;
}

function startCheck(tx: Transaction<DB>, table: PastTable, findings: Findings): Check {
  const record = sql.id(table.record);
  const stored = readRows(
    tx,
    sql<StoredPast>`
      select ${record}::text as object_id, row_to_json(h)::text as image from ${sql.id('public', table.name)} h
      order by ${record}::text collate "C", ${sql.id(table.instant)}`,
  );
  const add = (objectId: string, detail: string): void =>
    findings.add('history_changed', `${table.name} ${objectId}`, detail);
  let row: IteratorResult<StoredPast> | undefined;
  const skipTo = async (objectId: string | undefined): Promise<void> => {
    row ??= await stored.next();
    while (row.done !== true && (objectId === undefined || compareIds(row.value.objectId, objectId) < 0)) {
      add(row.value.objectId, 'no such record in the trail');
      row = await stored.next();
    }
  };
  return {
    compare: async (objectId, past) => {
      await skipTo(objectId);
      const missing = new Map([...past.rows].filter(([, { isCertain }]) => isCertain));
      while (row?.done === false && row.value.objectId === objectId) {
        const { [table.instant]: at, ...values } = JSON.parse(row.value.image) as Record<string, unknown>;
        const instant = String(at);
        const known = past.rows.get(instant)?.values;
        if (known)
          for (const detail of differences(known, values)) add(objectId, `${detail} until ${instant}`);
        else add(objectId, `the trail has no change at ${instant}`);
        missing.delete(instant);
        findings.checked.records += 1;
        row = await stored.next();
      }
      for (const instant of missing.keys()) add(objectId, `the state until ${instant} is missing`);
    },
    end: () => skipTo(undefined),
  };
}

function* differences(known: ReadonlyMap<string, unknown>, now: Record<string, unknown>): Generator<string> {
  for (const [column, value] of known) {
    if (value !== undefined && !isSame(value, now[column]))
      yield `${column} is ${JSON.stringify(now[column])}, the trail says ${JSON.stringify(value)}`;
  }
}
