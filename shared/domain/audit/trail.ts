import type { RefKind } from '../../trail/ref-kinds.ts';

/** An event of the trail as it is stored. */
export interface TrailEvent {
  readonly id: number;
  readonly kind: 'command' | 'insert' | 'update' | 'delete' | 'access' | 'redaction';
  /** The person whom it is about. */
  readonly subjectId: string | null;
  /** Table and key of the record, or what was read. */
  readonly type: string | null;
  readonly recordId: string | null;
  /** What it stored: `before` and `after` of a change, and the names of secrets that changed. */
  readonly data: unknown;
}

/** A command, or a read or an attempt outside of one, with the events of its transaction as far as they were read. */
export interface TrailCommand extends TrailEvent {
  readonly action: string;
  readonly at: string;
  readonly actorId: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly address: string | null;
  /** The background job or the command line that ran, where nobody sent a request. */
  readonly job: string | null;
  readonly commandLine: string | null;
  /** A request sent it. */
  readonly requested: boolean;
  readonly events: readonly TrailEvent[];
}

/** How a value is shown; `name` is what a record is called, `content` is too long or too secret to be shown. */
export type ShownAs = 'text' | 'number' | 'flag' | 'day' | 'instant' | 'code' | 'name' | 'content';

/** A value as it is shown; of `content`, and of a name that nobody knows anymore, without text. */
export interface TrailValue {
  readonly kind: ShownAs;
  readonly text: string | null;
}

/** A field that changed. */
export interface TrailChange {
  /** The code of the field, whose name is in the catalogue under `trail.field.<field>`. */
  readonly field: string;
  readonly before: TrailValue | null;
  readonly after: TrailValue | null;
}

/** What one event did to one record. */
export interface TrailPart {
  readonly id: number;
  readonly kind: 'insert' | 'update' | 'delete' | 'access' | 'redaction';
  readonly record: { readonly type: string; readonly name: string | null } | null;
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly changes: readonly TrailChange[];
}

/** Where a command came from. */
export type TrailOrigin = 'request' | 'job' | 'command_line' | 'system';

/** One command as it is shown: who, what, about whom or what, why and from where (AUD-03). */
export interface TrailEntry {
  readonly id: number;
  readonly at: string;
  readonly kind: 'command' | 'access';
  readonly action: string;
  readonly outcome: string;
  readonly actor: { readonly id: string; readonly name: string } | null;
  /** The first of those whom it concerns, without who acted. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly peopleCount: number;
  readonly record: { readonly type: string; readonly name: string | null } | null;
  /** How many records it changed, as far as they were read. */
  readonly recordCount: number;
  readonly reason: string | null;
  readonly origin: TrailOrigin;
  /** The name of the job or command line, or the network address. */
  readonly from: string | null;
  /** Of the record that it is mainly about, the first fields. */
  readonly changes: readonly TrailChange[];
}

/** What a record is called: by its kind and id. */
export type NameOf = (of: NamedKind, id: string) => string | undefined;

/** What can be named: what fields refer to, and records that are called by another one. */
export type NamedKind =
  | RefKind
  | 'assignment'
  | 'completion'
  | 'certificate'
  | 'matrixModule'
  | 'member'
  | 'attempt'
  | 'acknowledgement';
