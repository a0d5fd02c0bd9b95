/**
 * Returns SQL for the rows of a select as one JSON value each, by the names of its columns. It is for rows with many columns,
 * because each answer would otherwise contain the names and types of all columns. Instants are then text.
 */
export const jsonRows = (select: string, name: string): string =>
  `select row_to_json(wide) as ${name} from (${select}) wide`;
