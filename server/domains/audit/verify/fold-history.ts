import type { HistoryEvent } from './history-event.ts';
import { isSame } from './json.ts';
import { pastOf, type Past, type PastTable } from './past-tables.ts';

/** A column whose value differs from the trail. */
export interface Difference {
  readonly column: string;
  readonly trail: unknown;
  readonly now: unknown;
}

/** The state of one record according to the trail. */
export interface History {
  readonly objectId: string;
  readonly lastEvent: number;
  /** Column → value, undefined if a redaction took it; undefined as a whole when the record was deleted or never made. */
  readonly image: ReadonlyMap<string, unknown> | undefined;
  /** Hashes of the secret columns, as far as the trail has them. */
  readonly secretHashes: ReadonlyMap<string, unknown>;
  /** A redaction took columns out of it: one that is absent here may have had any value. */
  readonly redacted: boolean;
  /** Places at which an event does not follow from the earlier ones. */
  readonly breaks: readonly string[];
  /** The former states: what each table of former states must contain for the record. */
  readonly pasts: readonly Past[];
}

interface Draft {
  objectId: string;
  lastEvent: number;
  image: Map<string, unknown> | undefined;
  secretHashes: Map<string, unknown>;
  redacted: boolean;
  breaks: string[];
  readonly pasts: readonly Past[];
}

type Part = Readonly<Record<string, unknown>>;

const erased = (value: unknown): boolean => typeof value === 'string' && value.includes('[erased]');

/** Groups the events of each record, in the order of the query: by record, then by id. */
export async function* foldHistory(
  events: AsyncIterable<HistoryEvent>,
  pastTables: readonly PastTable[] = [],
): AsyncGenerator<History, undefined> {
  let draft: Draft | undefined;
  for await (const event of events) {
    if (draft?.objectId !== event.objectId) {
      if (draft) yield settled(draft);
      draft = {
        objectId: event.objectId,
        lastEvent: event.id,
        image: undefined,
        secretHashes: new Map(),
        redacted: false,
        breaks: [],
        pasts: pastTables.map((table) => pastOf(table)),
      };
    }
    const given = draft.pasts.find((past) => past.table.name === event.objectType);
    if (given) giveRows(given, event);
    else apply(draft, event);
  }
  if (draft) yield settled(draft);
  return undefined;
}

/** A command gives the former states of the record: they replace all that was known. */
function giveRows(past: Past, event: HistoryEvent): void {
  const rows = parseContent(event.content)?.after['rows'];
  past.give(event.id, Array.isArray(rows) ? (rows as Part[]).map((row) => known(event, row)) : []);
}

function settled(draft: Draft): Draft {
  for (const past of draft.pasts) past.settle(draft.image);
  return draft;
}

function apply(draft: Draft, event: HistoryEvent): void {
  const content = parseContent(event.content);
  draft.lastEvent = event.id;
  if (!content) {
    draft.breaks.push(`event ${String(event.id)} cannot be read`);
    return;
  }
  if (event.kind === 'insert') {
    if (draft.image) draft.breaks.push(`event ${String(event.id)} inserts it a second time`);
    draft.image = new Map();
  } else if (!draft.image) {
    draft.breaks.push(`event ${String(event.id)} changes it, but no event before that made it`);
    draft.image = new Map();
  } else checkBefore(draft, event, content.before);
  for (const past of draft.pasts) {
    past.follow(event, {
      before: known(event, content.before),
      after: known(event, content.after),
      image: draft.image,
    });
  }
  if (event.kind === 'delete') {
    draft.secretHashes.clear();
    draft.image = undefined;
    return;
  }
  if (event.redacted) draft.redacted = true;
  for (const [column, hash] of Object.entries(content.secretHashes)) draft.secretHashes.set(column, hash);
  // Events from before there were hashes only name the secrets that they changed.
  for (const column of content.secrets)
    if (!(column in content.secretHashes)) draft.secretHashes.delete(column);
  for (const [column, value] of Object.entries(content.after)) {
    draft.image.set(column, event.redacted && erased(value) ? undefined : value);
  }
}

/** Returns the content of an event; undefined if a redaction removed it. */
const known = ({ redacted }: HistoryEvent, part: Part): Part =>
  redacted
    ? Object.fromEntries(
        Object.entries(part).map(([column, value]) => [column, erased(value) ? undefined : value]),
      )
    : part;

function checkBefore(draft: Draft, event: HistoryEvent, before: Part): void {
  if (event.redacted) return;
  for (const [column, value] of Object.entries(before)) {
    if (!draft.image?.has(column)) continue;
    const known = draft.image.get(column);
    if (known !== undefined && !isSame(known, value)) {
      draft.breaks.push(`before event ${String(event.id)} ${column} was changed without a record`);
    }
  }
}

interface Content {
  readonly before: Part;
  readonly after: Part;
  readonly secrets: readonly string[];
  readonly secretHashes: Part;
}

function parseContent(text: string | null): Content | undefined {
  if (text === null) return undefined;
  try {
    const { before = {}, after = {}, secrets = [], secretHashes = {} } = JSON.parse(text) as Partial<Content>;
    return { before, after, secrets, secretHashes };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
