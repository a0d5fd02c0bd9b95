import { sql, type RawBuilder } from 'kysely';

/**
 * One kind of record in the export of a person's data (SEC-03). Rows leave with all their columns but `without`, so that a
 * later column is not forgotten.
 */
export interface PersonalSection {
  /** Name of the section in the export. */
  readonly name: string;
  /** What it is and why it is kept, for the person who reads it. */
  readonly about: string;
  /** Table, known as `t` in the other parts. */
  readonly table: string;
  /** SQL condition that picks the person's rows. */
  readonly where: (userId: string) => RawBuilder<boolean>;
  readonly order: string;
  /** Columns that stay behind: secrets, which a copy would weaken, and what others are. */
  readonly without?: readonly string[];
  /** SQL of a JSON object with what the ids of a row mean. */
  readonly plus?: RawBuilder<unknown>;
}

/** The rows whose column holds the person's id. */
export const own = (column: string) => (userId: string) => sql<boolean>`t.${sql.id(column)} = ${userId}`;
