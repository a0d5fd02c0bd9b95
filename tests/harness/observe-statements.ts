/**
 * Writes down what raw statements answer with while tests run: which columns, with which kinds of values. `npm test` compares that with
 * the types in the source afterwards (scripts/check-statements.ts). Nothing of it is in the product.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DefaultQueryExecutor, type CompiledQuery, type QueryResult } from 'kysely';

/** The variable that names the folder to write to; without it nothing is observed. */
export const observedFolder = 'OBSERVED_STATEMENTS';

/** The kinds of values that are distinguished. */
export type ValueKind = 'null' | 'string' | 'number' | 'boolean' | 'date' | 'list' | 'object';

/** A column of an answer of a statement: written once for each kind of value. An empty answer has no columns. */
export interface Observed {
  /** File and line of the call that had it carried out. */
  readonly place: string;
  readonly column: string | null;
  readonly kind: ValueKind | null;
}

const root = path.resolve(import.meta.dirname, '../..');

/** The place of the server's code that had a statement carried out, such as 'server/domains/hr/cvs.queries.ts:120'. */
function placeOf(stack: string): string | null {
  for (const line of stack.split('\n').slice(2)) {
    const [, file, at] = /(?:file:\/\/)?(\/[^():]+):(\d+):\d+\)?$/.exec(line) ?? [];
    if (file !== undefined && at !== undefined && !file.includes('/node_modules/'))
      return `${path.relative(root, file)}:${at}`;
  }
  return null;
}

function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return 'date';
  if (Array.isArray(value)) return 'list';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

type Execute = (query: CompiledQuery, options?: unknown) => Promise<QueryResult<unknown>>;

/** Begins to observe, where the variable says so. */
export function observeStatements(): void {
  const folder = process.env[observedFolder];
  if (folder === undefined || folder === '') return;
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${String(process.pid)}.jsonl`);
  // Looked up for every value of every answer: by parts, since putting them together would take most of the time.
  const seen = new Map<string, Map<string | null, Set<ValueKind | null>>>();
  const note = ({ place, column, kind }: Observed): void => {
    let columns = seen.get(place);
    if (!columns) seen.set(place, (columns = new Map()));
    let kinds = columns.get(column);
    if (!kinds) columns.set(column, (kinds = new Set()));
    if (kinds.has(kind)) return;
    kinds.add(kind);
    fs.appendFileSync(file, `${JSON.stringify({ place, column, kind })}\n`);
  };
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as { executeQuery: Execute };
  const execute = base.executeQuery;
  base.executeQuery = async function observed(query, options) {
    const place = query.query.kind === 'RawNode' ? placeOf(new Error('here').stack ?? '') : null;
    const result = await execute.call(this, query, options);
    if (place !== null) {
      note({ place, column: null, kind: null });
      for (const row of result.rows.slice(0, 200) as readonly Record<string, unknown>[]) {
        for (const [column, value] of Object.entries(row)) note({ place, column, kind: kindOf(value) });
      }
    }
    return result;
  };
}
