/** The type of a reason's parameter. */
export type ParamKind = 'number' | 'text';

/**
 * A reason. It has an English sentence in the ICU message format, which is the source of the catalogue; the case in which it is
 * given, for clients of the API; and its parameters.
 */
export type ReasonEntry =
  | readonly [text: string, means: string]
  | readonly [text: string, means: string, params: Readonly<Record<string, ParamKind>>];

/** The reasons of one area by their codes. */
export type ReasonEntries = Readonly<Record<string, ReasonEntry>>;
