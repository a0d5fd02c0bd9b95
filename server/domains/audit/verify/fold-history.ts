import { isSame } from './json.ts';

/** An event of one record, as the check of records reads it. */
export interface HistoryEvent {
  readonly id: number;
  readonly objectId: string;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly content: string | null;
  readonly redacted: boolean;
}

/** A column that is not as the trail says. */
export interface Difference {
  readonly column: string;
  readonly trail: unknown;
  readonly now: unknown;
}

/** What the trail makes of one record. */
export interface History {
  readonly objectId: string;
  readonly lastEvent: number;
  /** Column → value, undefined where a redaction took it; undefined as a whole when the record was deleted or never made. */
  readonly image: ReadonlyMap<string, unknown> | undefined;
  /** Hashes of the secret columns, as far as the trail has them. */
  readonly secretHashes: ReadonlyMap<string, unknown>;
  /** A redaction took columns out of it: one that is absent here may have had any value. */
  readonly redacted: boolean;
  /** Places at which one event does not follow from the ones before it. */
  readonly breaks: readonly string[];
}

interface Draft {
  objectId: string;
  lastEvent: number;
  image: Map<string, unknown> | undefined;
  secretHashes: Map<string, unknown>;
  redacted: boolean;
  breaks: string[];
}

type Part = Readonly<Record<string, unknown>>;

const erased = (value: unknown): boolean => typeof value === 'string' && value.includes('[erased]');

/** Puts the events of each record together, in the order in which they come: by record, then by id. */
export async function* foldHistory(events: AsyncIterable<HistoryEvent>): AsyncGenerator<History, undefined> {
  let draft: Draft | undefined;
  for await (const event of events) {
    if (draft?.objectId !== event.objectId) {
      if (draft) yield draft;
      draft = {
        objectId: event.objectId,
        lastEvent: event.id,
        image: undefined,
        secretHashes: new Map(),
        redacted: false,
        breaks: [],
      };
    }
    apply(draft, event);
  }
  if (draft) yield draft;
  return undefined;
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
  if (event.kind === 'delete') {
    draft.secretHashes.clear();
    draft.image = undefined;
    return;
  }
  if (event.redacted) draft.redacted = true;
  for (const [column, hash] of Object.entries(content.secretHashes)) draft.secretHashes.set(column, hash);
  // An event from before the hashes says only which secrets it changed.
  for (const column of content.secrets)
    if (!(column in content.secretHashes)) draft.secretHashes.delete(column);
  for (const [column, value] of Object.entries(content.after)) {
    draft.image.set(column, event.redacted && erased(value) ? undefined : value);
  }
}

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
