import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { AuditedTable } from '#server/db/schema/audited-table.ts';
import { secretHashPrefix } from '#server/db/schema/audit-capture.ts';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import { sha256 } from '../merkle.ts';
import { comparePasts } from './check-pasts.ts';
import type { Findings } from './findings.ts';
import { foldHistory, type Difference, type History } from './fold-history.ts';
import type { HistoryEvent } from './history-event.ts';
import { compareIds } from './compare-ids.ts';
import { isSame } from './json.ts';
import { pastTables } from './past-tables.ts';
import { readRows } from './trail.ts';

interface StoredRow {
  readonly objectId: string;
  readonly image: string;
}

/** A table that the trail follows, in the form of this database. */
interface Followed {
  readonly table: AuditedTable;
  /** Values of the columns that a row gets when it is older than the column. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

/**
 * Checks that every record is the result of its history in the trail (AUD-02). Finds changes, deletions and insertions by a
 * superuser that the triggers did not record, and names record and column.
 */
export async function checkRecords(tx: Transaction<DB>, findings: Findings): Promise<void> {
  for (const table of auditedTables) await checkTable(tx, await follow(tx, table), findings);
}

async function follow(tx: Transaction<DB>, table: AuditedTable): Promise<Followed> {
  // A default that is a plain constant is the value of rows that are older than their column.
  const { rows } = await sql<{ name: string; constant: string | null }>`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as constant
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = ''
    where a.attrelid = ${`public.${table.name}`}::regclass and a.attnum > 0 and not a.attisdropped`.execute(
    tx,
  );
  const defaults = new Map<string, unknown>();
  for (const { name, constant } of rows) {
    if (constant === null) defaults.set(name, null);
    else if (/^('([^']|'')*'(::[a-z ]+)?|-?\d+(\.\d+)?|true|false)$/.test(constant)) {
      const { rows: values } = await sql<{
        value: unknown;
      }>`select to_json(${sql.raw(constant)}) as value`.execute(tx);
      defaults.set(name, values[0]?.value);
    }
  }
  return { table, defaults };
}

async function checkTable(tx: Transaction<DB>, followed: Followed, findings: Findings): Promise<void> {
  const { table } = followed;
  const key = sql.id(table.key);
  const rows = readRows(
    tx,
    sql<StoredRow>`
      select ${key}::text as object_id, row_to_json(t)::text as image from ${sql.id('public', table.name)} t
      order by ${key}::text collate "C"`,
  );
  const pasts = pastTables.filter((past) => past.of === table.name);
  const events = readRows(tx, sql<HistoryEvent>`${eventsOf([table, ...pasts])} order by object_id, id`);
  const histories = comparePasts(tx, pasts, foldHistory(events, pasts), findings);
  let history = await histories.next();
  for await (const row of rows) {
    while (!history.done && compareIds(history.value.objectId, row.objectId) < 0) {
      checkAbsent(table, history.value, findings);
      history = await histories.next();
    }
    findings.checked.records += 1;
    if (!history.done && history.value.objectId === row.objectId) {
      checkRow(followed, history.value, JSON.parse(row.image) as Record<string, unknown>, findings);
      history = await histories.next();
    } else
      findings.add(
        'record_inserted',
        `${table.name} ${row.objectId}`,
        'the trail does not know how it came here',
      );
  }
  while (!history.done) {
    checkAbsent(table, history.value, findings);
    history = await histories.next();
  }
}

/**
 * Selects the events of these tables: an audited table and the tables whose former states it gives. The index returns each part
 * in order.
 */
const eventsOf = (tables: readonly { readonly name: string }[]) =>
  sql.join(
    tables.map(
      ({ name }) => sql`
        select id, object_type, object_id, command_id, to_json(at) #>> '{}' as at, kind, coalesce(payload, residual) as content,
          payload is null as redacted
        from audit.events where object_type = ${sql.lit(name)} and kind in ('insert', 'update', 'delete')`,
    ),
    sql` union all `,
  );

function checkAbsent(table: AuditedTable, history: History, findings: Findings): void {
  reportBreaks(table, history, findings);
  if (history.image)
    findings.add(
      'record_missing',
      `${table.name} ${history.objectId}`,
      `gone, though event ${String(history.lastEvent)} left it here`,
    );
}

function reportBreaks(table: AuditedTable, history: History, findings: Findings): void {
  for (const broken of history.breaks)
    findings.add('history_broken', `${table.name} ${history.objectId}`, broken);
}

function checkRow(
  followed: Followed,
  history: History,
  row: Record<string, unknown>,
  findings: Findings,
): void {
  const { table, defaults } = followed;
  const name = `${table.name} ${history.objectId}`;
  reportBreaks(table, history, findings);
  if (!history.image) {
    findings.add(
      'record_inserted',
      name,
      `it is here again, though event ${String(history.lastEvent)} deleted it`,
    );
    return;
  }
  const secrets = new Set(table.secrets ?? []);
  // In a person's own row, a redaction leaves only current values in the trail. In other rows it leaves only that a column was
  // empty once.
  const taken = new Set(history.redacted && table.person !== table.key ? table.personal : []);
  const differences: Difference[] = [];
  for (const [column, value] of Object.entries(row)) {
    if (secrets.has(column)) {
      const known = history.secretHashes.get(column);
      if (known !== undefined && known !== secretHash(table, history.objectId, column, value))
        findings.add(
          'record_changed',
          name,
          `${column} is not the one of which the trail has the hash (event ${String(history.lastEvent)})`,
        );
      continue;
    }
    if (history.image.has(column)) {
      const known = history.image.get(column);
      if (known === null && taken.has(column)) continue;
      if (known !== undefined && !isSame(known, value))
        differences.push({ column, trail: known, now: value });
    } else if (
      !history.redacted &&
      !(defaults.has(column) && isSame(defaults.get(column), value)) &&
      value !== null
    ) {
      differences.push({ column, trail: undefined, now: value });
    }
  }
  for (const { column, trail, now } of differences) {
    const before = trail === undefined ? 'has no value for it' : `says ${show(trail)}`;
    findings.add(
      'record_changed',
      name,
      `${column} is ${show(now)}; the trail ${before} (event ${String(history.lastEvent)})`,
    );
  }
}

/** Returns the hash that the triggers leave of a secret; the database writes every secret column as text. */
const secretHash = (table: AuditedTable, key: string, column: string, value: unknown): string | null =>
  value === null
    ? null
    : sha256(
        `${secretHashPrefix(table.name, column)}${key}\n${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ).toString('hex');

const show = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};
