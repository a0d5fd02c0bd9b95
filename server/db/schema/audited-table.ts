/** What the application's role may do with a table in addition to reading it. */
export type AppPrivilege = 'insert' | 'update' | 'delete';

/** A table whose every change is written to the trail by its triggers. */
export interface AuditedTable {
  readonly name: string;
  /** Column of the primary key. */
  readonly key: string;
  /** Column that holds the id of the person whom a row is about. */
  readonly person?: string;
  /** SQL of the organization that a row concerns where no column of the row names it; `row` is the row. */
  readonly organization?: string;
  /** Columns that never enter the trail; a hash of each does, bound to its row. Only what is long and random may be one. */
  readonly secrets?: readonly string[];
  /** Columns with personal data, which a redaction takes out of the trail (USR-08). */
  readonly personal?: readonly string[];
  /** No one may change or delete a row, not even the owner of the table. */
  readonly appendOnly?: true;
  readonly app: readonly AppPrivilege[];
}

/**
 * AUD-04: what `verify` does with a table that the trail leaves out: makes it again from the trail and compares, counts it again
 * from the records and compares, or nothing, with the reason why nothing of it is evidence: no answer about the past, no figure and no paper is
 * made of it.
 */
export type Proof = 'rebuilt' | 'recomputed' | { readonly none: string };

/** A table that the trail leaves out, and why. */
export interface ExemptTable {
  readonly name: string;
  readonly exempt: string;
  readonly proof: Proof;
  readonly app: readonly AppPrivilege[];
}
