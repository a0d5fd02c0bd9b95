import { sql, type RawBuilder } from 'kysely';

/**
 * One kind of record in the export of a person's data (SEC-03). Rows are exported with all their columns except `without`,
 * so that a later column is not left out.
 */
export interface PersonalSection {
  /** Name of the section in the export. */
  readonly name: string;
  /** The explanation for the person: the content and the reason for storing it. */
  readonly about: string;
  /** Table, known as `t` in the other parts. */
  readonly table: string;
  /** SQL condition that picks the person's rows. */
  readonly where: (userId: string) => RawBuilder<boolean>;
  readonly order: string;
  /** Columns that stay behind: secrets, which a copy would weaken, and what others are. */
  readonly without?: readonly string[];
  /** SQL of a JSON object with the meaning of the ids of a row. */
  readonly plus?: RawBuilder<unknown>;
}

/** Returns the rows whose column contains the person's id. */
export const own = (column: string) => (userId: string) => sql<boolean>`t.${sql.id(column)} = ${userId}`;
