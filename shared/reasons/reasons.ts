import type { ParamKind, ReasonEntry } from './reason.ts';
import { accountReasons } from './account.ts';
import { assigningReasons } from './assigning.ts';
import { directoryReasons } from './directory.ts';
import { filesReasons } from './files.ts';
import { findingsReasons } from './findings.ts';
import { importsReasons } from './imports.ts';
import { learningReasons } from './learning.ts';
import { modulesReasons } from './modules.ts';
import { organizationsReasons } from './organizations.ts';
import { ownRecordsReasons } from './own-records.ts';
import { peopleReasons } from './people.ts';
import { remindersReasons } from './reminders.ts';
import { requestsReasons } from './requests.ts';
import { tablesReasons } from './tables.ts';
import { valuesReasons } from './values.ts';
import { visitorReasons } from './visitor.ts';
import { savedExportsReasons } from './saved-exports.ts';
import { webhooksReasons } from './webhooks.ts';

/**
 * Every reason in answers of the API, by its code: why a call or a field was refused, or why the server did something on its own.
 * Codes are part of the contract; the sentences are not.
 */
export const reasons = {
  ...visitorReasons,
  ...requestsReasons,
  ...learningReasons,
  ...accountReasons,
  ...ownRecordsReasons,
  ...valuesReasons,
  ...filesReasons,
  ...tablesReasons,
  ...importsReasons,
  ...assigningReasons,
  ...modulesReasons,
  ...peopleReasons,
  ...organizationsReasons,
  ...remindersReasons,
  ...findingsReasons,
  ...savedExportsReasons,
  ...webhooksReasons,
  ...directoryReasons,
} as const satisfies Readonly<Record<string, ReasonEntry>>;

type Reasons = typeof reasons;

/** The code of a reason. */
export type Reason = keyof Reasons;

type Value<Kind> = Kind extends 'number' ? number : string;

/** The parameters of a reason. */
export type ParamsOf<Code extends Reason> = Reasons[Code] extends readonly [string, string, infer Params]
  ? { readonly [Name in keyof Params]: Value<Params[Name]> }
  : Readonly<Record<string, never>>;

/** The codes of reasons that have no parameters. */
export type PlainReason = {
  [Code in Reason]: Reasons[Code] extends readonly [string, string] ? Code : never;
}[Reason];

/** The codes of reasons that have parameters. */
type DetailedReason = Exclude<Reason, PlainReason>;

/** A reason with its parameters. */
export type ReasonWithParams =
  | { readonly reason: PlainReason; readonly params?: undefined }
  | { [Code in DetailedReason]: { readonly reason: Code; readonly params: ParamsOf<Code> } }[DetailedReason];

/** A field that is wrong: its path in dot notation and why (SPEC §5). */
export type FieldError = ReasonWithParams & { readonly path: string };

/** Returns the kinds of the parameters of a reason, by their names. */
export function paramKinds(code: Reason): Readonly<Record<string, ParamKind>> {
  const entry: ReasonEntry = reasons[code];
  return entry[2] ?? {};
}
