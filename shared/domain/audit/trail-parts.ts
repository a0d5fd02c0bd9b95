import { silentFields } from '../../trail/silent-fields.ts';
import { fieldKinds } from '../../trail/fields.ts';
import { refKinds, type FieldKind, type RefKind } from '../../trail/ref-kinds.ts';
import type {
  NamedKind,
  NameOf,
  TrailChange,
  TrailCommand,
  TrailEntry,
  TrailEvent,
  TrailPart,
  TrailValue,
} from './trail.ts';

/** The kind of name for a record of each table. */
const namedBy: Readonly<Record<string, NamedKind>> = {
  organizations: 'organization',
  departments: 'department',
  users: 'person',
  training_modules: 'module',
  module_versions: 'version',
  module_categories: 'category',
  quizzes: 'module',
  training_matrices: 'matrix',
  training_matrix: 'matrixModule',
  matrix_members: 'member',
  training_assignments: 'assignment',
  quiz_attempts: 'attempt',
  training_records: 'completion',
  certificates: 'certificate',
  hr_documents: 'document',
  hr_document_versions: 'documentVersion',
  hr_acknowledgements: 'acknowledgement',
  hr_agreements: 'agreement',
  hr_registrations: 'registration',
  access_reviews: 'review',
  inspections: 'inspection',
  access_review_schedules: 'organization',
};

/** Fields with the name of a record that no longer exists, or that no other statement names. */
const ownNames = ['name', 'title', 'subject', 'number'];

/** Records that result from others: a command mainly concerns another record, if it has one. */
export const besides: ReadonlySet<string> = new Set([
  'user_periods',
  'files',
  'file_conversions',
  'module_version_files',
  'signatures',
  'public_signatures',
  'signing_closures',
  'retired_emails',
  'webhook_secrets',
  'temporary_credentials',
]);

/** The maximum numbers of fields below the sentence, and of people in it. */
const mostChanges = 6;
const mostPeople = 3;
/** Longer texts are cut. */
const longest = 160;

/** Returns how a column of a table is shown; null if it is not shown. */
export function fieldOf(
  table: string,
  column: string,
): { readonly field: string; readonly kind: FieldKind } | null {
  const qualified = `${table}.${column}`;
  const own = fieldKinds.get(qualified);
  if (own) return { field: qualified, kind: own };
  if (silentFields.has(qualified) || silentFields.has(column)) return null;
  const shared = fieldKinds.get(column);
  return shared ? { field: column, kind: shared } : null;
}

type Sides = Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>;

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const sidesOf = ({ data }: TrailEvent): Sides => {
  const { before, after } = objectOf(data);
  return { before: objectOf(before), after: objectOf(after) };
};

const isRef = (kind: FieldKind): kind is RefKind => (refKinds as readonly string[]).includes(kind);

function valueOf(kind: FieldKind, value: unknown, nameOf: NameOf): TrailValue | null {
  if (value === null || value === undefined) return null;
  if (kind === 'content' || kind === 'secret') return { kind: 'content', text: null };
  if (typeof value === 'boolean') return { kind: 'flag', text: String(value) };
  if (typeof value !== 'string' && typeof value !== 'number') return { kind: 'content', text: null };
  const text = String(value);
  if (isRef(kind)) return { kind: 'name', text: nameOf(kind, text) ?? null };
  if (kind === 'when') return valueOf(text.length === 10 ? 'day' : 'instant', value, nameOf);
  if (kind === 'instant') {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? { kind: 'text', text } : { kind, text: at.toISOString() };
  }
  if (kind === 'value' || kind === 'number' || kind === 'flag')
    return { kind: typeof value === 'number' ? 'number' : 'text', text };
  return { kind, text };
}

/** Returns the fields that an event changed, in the order of the record's columns; all of its fields for a new or a deleted record. */
export function changesOf(event: TrailEvent, nameOf: NameOf): readonly TrailChange[] {
  const { type } = event;
  if (type === null) return [];
  const { before, after } = sidesOf(event);
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const told = columns.flatMap((column): TrailChange[] => {
    const known = fieldOf(type, column);
    if (!known) return [];
    const change = {
      field: known.field,
      before: valueOf(known.kind, before[column], nameOf),
      after: valueOf(known.kind, after[column], nameOf),
    };
    return change.before === null && change.after === null ? [] : [change];
  });
  const { secrets } = objectOf(event.data);
  const hidden = (Array.isArray(secrets) ? secrets : []).flatMap((column): TrailChange[] => {
    const known = fieldOf(type, String(column));
    const value = { kind: 'content', text: null } as const;
    return known ? [{ field: known.field, before: value, after: value }] : [];
  });
  return [...told, ...hidden];
}

type Wants = (of: NamedKind, id: unknown) => void;

/** Collects ids for each kind of record. */
function collect(into: (want: Wants) => void): ReadonlyMap<NamedKind, readonly string[]> {
  const wanted = new Map<NamedKind, Set<string>>();
  into((of, id) => {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const ids = wanted.get(of) ?? new Set();
    wanted.set(of, ids.add(String(id)));
  });
  return new Map([...wanted].map(([of, ids]) => [of, [...ids]]));
}

/** The records that an event names: itself, and those in its fields. */
function wantNamesOf(event: TrailEvent, want: Wants): void {
  const { type } = event;
  if (type === null) return;
  const named = namedBy[type];
  if (named) want(named, event.recordId);
  for (const side of Object.values(sidesOf(event)))
    for (const [column, value] of Object.entries(side)) {
      const known = fieldOf(type, column);
      if (known && isRef(known.kind)) want(known.kind, value);
    }
}

/** Returns the records that must be named to show each of these events as a part: a list of ids for each kind. */
export const namesOfParts = (commands: readonly TrailCommand[]): ReadonlyMap<NamedKind, readonly string[]> =>
  collect((want) => {
    for (const command of commands) {
      want('person', command.actorId);
      for (const event of [command, ...command.events]) {
        want('person', event.subjectId);
        wantNamesOf(event, want);
      }
    }
  });

/** Returns the records that must be named to show these commands as entries, which show the changes of their main records only. */
export const namesOfEntries = (
  commands: readonly TrailCommand[],
): ReadonlyMap<NamedKind, readonly string[]> =>
  collect((want) => {
    for (const command of commands) {
      want('person', command.actorId);
      for (const { subjectId } of [command, ...command.events]) want('person', subjectId);
      const main = mainOf(command);
      if (main) wantNamesOf(main, want);
    }
  });

function recordOf(event: TrailEvent, nameOf: NameOf): TrailPart['record'] {
  const { type, recordId } = event;
  if (type === null) return null;
  const of = namedBy[type];
  const { before, after } = sidesOf(event);
  const own = ownNames.flatMap((column) => {
    const value = after[column] ?? before[column];
    return typeof value === 'string' && fieldOf(type, column) ? [value] : [];
  });
  return { type, name: (of && recordId !== null ? nameOf(of, recordId) : undefined) ?? own[0] ?? null };
}

const personOf = (id: string | null, nameOf: NameOf) => {
  const name = id === null ? undefined : nameOf('person', id);
  return id !== null && name !== undefined ? { id, name } : null;
};

/** Returns the shown part of one event. */
export function partOf(event: TrailEvent, nameOf: NameOf): TrailPart {
  return {
    id: event.id,
    kind: event.kind === 'command' ? 'access' : event.kind,
    record: recordOf(event, nameOf),
    person: personOf(event.subjectId, nameOf),
    changes: changesOf(event, nameOf),
  };
}

const cut = (value: TrailValue | null): TrailValue | null =>
  value?.text && value.text.length > longest
    ? { ...value, text: `${value.text.slice(0, longest).trimEnd()}…` }
    : value;

function originOf({
  job,
  commandLine,
  requested,
  address,
}: TrailCommand): Pick<TrailEntry, 'origin' | 'from'> {
  if (job !== null) return { origin: 'job', from: job };
  if (commandLine !== null) return { origin: 'command_line', from: commandLine };
  return { origin: requested ? 'request' : 'system', from: address };
}

/**
 * Returns the event of the record that a command mainly concerns: the first that does not result from others, a changed one
 * before new ones.
 */
function mainOf(command: TrailCommand): TrailEvent | undefined {
  const records = command.events.filter(({ type }) => type !== null);
  const own = records.filter(({ type }) => !besides.has(type ?? ''));
  const among = own.length > 0 ? own : records;
  return (
    among.find(({ kind }) => kind === 'update') ?? among[0] ?? (command.type === null ? undefined : command)
  );
}

/**
 * Returns one command in the form for people (AUD-03): the actor, the action, the people and records concerned, the old and new values, the
 * reason and the origin. Only codes and names: the page has the words, in the reader's language.
 */
export function entryOf(command: TrailCommand, nameOf: NameOf): TrailEntry {
  const main = mainOf(command);
  const ids = [...new Set([command, ...command.events].flatMap(({ subjectId }) => subjectId ?? []))];
  const people = ids.filter((id) => id !== command.actorId).flatMap((id) => personOf(id, nameOf) ?? []);
  const changed = command.events.filter(({ kind }) => kind !== 'access' && kind !== 'redaction');
  const own = changed.filter(({ type }) => !besides.has(type ?? ''));
  const record = main ? recordOf(main, nameOf) : null;
  return {
    id: command.id,
    at: command.at,
    kind: command.kind === 'access' ? 'access' : 'command',
    action: command.action,
    outcome: command.outcome,
    actor: personOf(command.actorId, nameOf),
    people: people.slice(0, mostPeople),
    peopleCount: people.length,
    // The sentence names the person already.
    record: record?.type === 'users' ? null : record,
    recordCount: new Set(
      (own.length > 0 ? own : changed).map(({ type, recordId }) => `${type ?? ''} ${recordId ?? ''}`),
    ).size,
    reason: command.reason,
    ...originOf(command),
    changes: (main ? changesOf(main, nameOf) : [])
      .slice(0, mostChanges)
      .map(({ field, before, after }) => ({ field, before: cut(before), after: cut(after) })),
  };
}
