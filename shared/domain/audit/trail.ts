import type { RefKind } from '../../trail/ref-kinds.ts';

/** A stored event of the trail. */
export interface TrailEvent {
  readonly id: number;
  readonly kind: 'command' | 'insert' | 'update' | 'delete' | 'access' | 'redaction';
  /** The person concerned. */
  readonly subjectId: string | null;
  /** Table and key of the record, or what was read. */
  readonly type: string | null;
  readonly recordId: string | null;
  /** The stored values: `before` and `after` of a change, and the names of secrets that changed. */
  readonly data: unknown;
}

/** A command, or a read or an attempt outside of one, with those events of its transaction that were read. */
export interface TrailCommand extends TrailEvent {
  readonly action: string;
  readonly at: string;
  readonly actorId: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly address: string | null;
  /** The background job or the command line that ran without a request. */
  readonly job: string | null;
  readonly commandLine: string | null;
  /** A request sent it. */
  readonly requested: boolean;
  readonly events: readonly TrailEvent[];
}

/** The way in which a value is shown; `name` is the name of a record, `content` is too long or too secret to be shown. */
export type ShownAs = 'text' | 'number' | 'flag' | 'day' | 'instant' | 'code' | 'name' | 'content';

/** A shown value; without text for `content`, and for a name that is no longer known. */
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

/** The effect of one event on one record. */
export interface TrailPart {
  readonly id: number;
  readonly kind: 'insert' | 'update' | 'delete' | 'access' | 'redaction';
  readonly record: { readonly type: string; readonly name: string | null } | null;
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly changes: readonly TrailChange[];
}

/** The origin of a command. */
export type TrailOrigin = 'request' | 'job' | 'command_line' | 'system';

/** One command as shown: the person, the action, its object, the reason and the origin (AUD-03). */
export interface TrailEntry {
  readonly id: number;
  readonly at: string;
  readonly kind: 'command' | 'access';
  readonly action: string;
  readonly outcome: string;
  readonly actor: { readonly id: string; readonly name: string } | null;
  /** The first people concerned, without the actor. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly peopleCount: number;
  readonly record: { readonly type: string; readonly name: string | null } | null;
  /** The number of changed records among the events that were read. */
  readonly recordCount: number;
  readonly reason: string | null;
  readonly origin: TrailOrigin;
  /** The name of the job or command line, or the network address. */
  readonly from: string | null;
  /** The first fields of the record that it mainly concerns. */
  readonly changes: readonly TrailChange[];
}

/** Returns the name of a record by its kind and id. */
export type NameOf = (of: NamedKind, id: string) => string | undefined;

/** The kinds of records with names: the targets of fields, and records that are named by another one. */
export type NamedKind =
  | RefKind
  | 'assignment'
  | 'completion'
  | 'certificate'
  | 'matrixModule'
  | 'member'
  | 'attempt'
  | 'acknowledgement';
