/**
 * SQL of the rows of a select as one JSON value each, by the names of its columns: for rows of many columns, of which the names and
 * types of all would be read with each answer. Instants are text then.
 */
export const jsonRows = (select: string, name: string): string =>
  `select row_to_json(wide) as ${name} from (${select}) wide`;
