import type { ImportReason } from '#shared/reasons/imports.ts';
import { EXTERNAL_ID_MAX } from '../external-id.ts';
import { cellText, wrongText, type CellProblem } from './read-row.ts';

/** The longest keys of a person, in characters. */
const longestKeys = { email: 254, external_id: EXTERNAL_ID_MAX } as const;

/**
 * Reads the cells of a row about a person who exists already (USR-09, USR-10), and collects the wrong ones in `problems`. Every
 * reader returns null for a cell that is empty or wrong.
 */
export function cellsReader<Field extends string>(
  cells: readonly string[],
  mapping: Readonly<Partial<Record<Field | keyof typeof longestKeys, number | undefined>>>,
) {
  type Any = Field | keyof typeof longestKeys;
  const problems: CellProblem<Any>[] = [];
  const wrong = (field: Any | null, value: string, reason: ImportReason): null => {
    problems.push({ field, value: value.slice(0, 200), reason });
    return null;
  };
  const text = (field: Any, most: number): string | null => {
    const column = mapping[field];
    const value = column === undefined ? null : cellText(cells[column]);
    if (value === null) return null;
    const reason = wrongText(value, most);
    return reason === null ? value : wrong(field, value, reason);
  };
  const needed = (field: Any, most: number, reason: ImportReason): string | null => {
    const before = problems.length;
    return text(field, most) ?? (problems.length === before ? wrong(field, '', reason) : null);
  };
  const read = <Value>(
    field: Any,
    value: string | null,
    find: (text: string) => Value | undefined,
    reason: ImportReason,
  ): Value | null => (value === null ? null : (find(value) ?? wrong(field, value, reason)));
  const keys = () => {
    const email = text('email', longestKeys.email);
    const externalId = text('external_id', longestKeys.external_id);
    if (email === null && externalId === null && problems.length === 0) wrong(null, '', 'import_key_missing');
    return { email, externalId };
  };
  return { problems, wrong, text, needed, read, keys };
}
