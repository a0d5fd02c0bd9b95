import { cellsReader } from '#shared/domain/people/import/read-cells.ts';
import type { CellProblem } from '#shared/domain/people/import/read-row.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { PastField, PastMapping } from './fields.ts';
import { readDay, type DayOrder } from './read-day.ts';

/** The longest texts, in characters. */
const longest = { module: 500, source: 200, file: 255 } as const;

/** The options for reading the cells of a file (USR-09). */
export interface PastOptions {
  /** The source of rows that name none, for example "Moodle". */
  readonly source: string;
  readonly dayOrder: DayOrder;
}

/** The completion in a row; null for cells that are empty or have an error. */
export interface PastRow {
  readonly line: number;
  readonly email: string | null;
  readonly externalId: string | null;
  readonly module: string | null;
  readonly version: number | null;
  readonly completedOn: CalendarDate | null;
  readonly source: string | null;
  readonly certificateFile: string | null;
}

/** The fault of a cell, or of a row if no field is the cause. */
export type PastProblem = CellProblem<PastField>;

/** The result of reading a row. */
export interface ReadPastRow {
  readonly row: PastRow;
  readonly problems: readonly PastProblem[];
}

/** A version as files write it: 2, v2, Version 2.0, Rev. 2. */
const versionForm = /^(?:v|ver|version|rev|revision|versión|révision)?\.? *0*(\d{1,5})(?:\.0+)?$/i;

/** Reads a row of a file of past completions (USR-09): every cell that is wrong, with its value and the reason. */
export function readPastRow(
  line: number,
  cells: readonly string[],
  mapping: PastMapping,
  { source, dayOrder }: PastOptions,
): ReadPastRow {
  const { problems, wrong, text, needed, read, keys } = cellsReader<PastField>(cells, mapping);
  const row: PastRow = {
    line,
    ...keys(),
    module: needed('module', longest.module, 'past_module_missing'),
    version: read('version', text('version', 50), versionOf, 'past_version_unclear'),
    completedOn: read(
      'completed_on',
      needed('completed_on', 100, 'past_day_missing'),
      (value) => readDay(value, dayOrder),
      'past_day_unclear',
    ),
    source: text('source', longest.source) ?? (source.trim() || null),
    certificateFile: text('certificate_file', longest.file),
  };
  if (row.source === null && problems.every(({ field }) => field !== 'source'))
    wrong('source', '', 'past_source_missing');
  return { row, problems };
}

function versionOf(text: string): number | undefined {
  const found = versionForm.exec(text);
  return found ? Number(found[1]) : undefined;
}
