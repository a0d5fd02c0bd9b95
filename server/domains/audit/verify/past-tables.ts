import type { HistoryEvent } from './history-event.ts';

type Part = Readonly<Record<string, unknown>>;

/** An event with its changes, and the record before it according to the trail. */
export interface PastStep {
  readonly before: Part;
  readonly after: Part;
  readonly image: ReadonlyMap<string, unknown> | undefined;
}

/** A row of a table of former states according to the trail; undefined if a redaction removed its values. */
export interface PastRow {
  readonly values: Map<string, unknown>;
  /** A redaction took from the event whether it left a row. */
  isCertain: boolean;
}

/**
 * A table of former states of records (RPT-04), written by triggers of an audited table, with the rules that derive its rows from
 * the trail (AUD-04). The rules are those of the triggers in `schema/functions/keep_assignment_history.sql`, applied to other
 * data.
 */
export interface PastTable {
  readonly name: string;
  /** The audited table whose triggers write it. */
  readonly of: string;
  /** Its key: the record, and the instant. */
  readonly record: string;
  readonly instant: string;
  /** Adds the rows that an event leaves; of several at one instant the first one counts. */
  readonly follow: (rows: Map<string, PastRow>, event: HistoryEvent, step: PastStep) => void;
  /** Changes the rows by the last state of the record. */
  readonly settle?: (rows: Map<string, PastRow>, image: ReadonlyMap<string, unknown>) => void;
}

const states = [
  'module_version_id',
  'assigned_date',
  'due_date',
  'status',
  'score',
  'started_at',
  'completed_at',
];
const names = ['email', 'first_name', 'last_name'];

const has = (part: Part, columns: readonly string[]): boolean =>
  columns.some((column) => Object.hasOwn(part, column));

/** Returns the columns before an event. */
const stateBefore = ({ before, image }: PastStep, columns: readonly string[]): Map<string, unknown> =>
  new Map(
    columns.map((column) => [column, Object.hasOwn(before, column) ? before[column] : image?.get(column)]),
  );

const assignmentHistory: PastTable = {
  name: 'assignment_history',
  of: 'training_assignments',
  record: 'assignment_id',
  instant: 'replaced_at',
  follow: (rows, event, step) => {
    if (event.kind !== 'update' || !has(step.before, states)) return;
    const row = rows.get(event.at) ?? {
      values: stateBefore(step, states).set('due_command_id', null),
      isCertain: true,
    };
    if (has(step.before, ['due_date']) && row.values.get('due_command_id') === null)
      row.values.set('due_command_id', event.commandId);
    rows.set(event.at, row);
  },
};

const personHistory: PastTable = {
  name: 'person_history',
  of: 'users',
  record: 'user_id',
  instant: 'replaced_at',
  follow: (rows, event, step) => {
    if (event.kind !== 'update') return;
    const isCertain = has(step.before, [...names, 'erased_at']);
    if (!isCertain && !event.redacted) return;
    const row = rows.get(event.at) ?? { values: stateBefore(step, [...names, 'erased_at']), isCertain };
    row.isCertain ||= isCertain;
    rows.set(event.at, row);
  },
  settle: (rows, image) => {
    if (typeof image.get('erased_at') !== 'string') return;
    for (const { values } of rows.values()) for (const name of names) values.set(name, image.get(name));
  },
};

const signInHistory: PastTable = {
  name: 'sign_in_history',
  of: 'users',
  record: 'user_id',
  instant: 'at',
  follow: (rows, _event, { after }) => {
    const at = after['last_sign_in_at'];
    if (typeof at === 'string') rows.set(at, { values: new Map(), isCertain: true });
  },
};

/** Every table of former states. */
export const pastTables: readonly PastTable[] = [assignmentHistory, personHistory, signInHistory];

/** The rows of one record in one table of former states, according to the trail. */
export interface Past {
  readonly table: PastTable;
  /** Instant → row. */
  readonly rows: ReadonlyMap<string, PastRow>;
  /** The event in which a command gave all rows. */
  readonly givenBy: number | undefined;
  follow(event: HistoryEvent, step: PastStep): void;
  give(eventId: number, rows: readonly Part[]): void;
  settle(image: ReadonlyMap<string, unknown> | undefined): void;
}

/** Returns the rows of one record, empty at the start. */
export function pastOf(table: PastTable): Past {
  const rows = new Map<string, PastRow>();
  let givenBy: number | undefined;
  return {
    table,
    rows,
    get givenBy() {
      return givenBy;
    },
    follow: (event, step) => table.follow(rows, event, step),
    give: (eventId, given) => {
      givenBy = eventId;
      rows.clear();
      for (const { [table.instant]: instant, [table.record]: _record, ...values } of given)
        rows.set(String(instant), { values: new Map(Object.entries(values)), isCertain: true });
    },
    settle: (image) => {
      if (image) table.settle?.(rows, image);
    },
  };
}
