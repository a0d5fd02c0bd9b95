/** What a column can hold. */
export type Cell = string | number | Date | null;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One line of `COPY … FROM STDIN` in the text format. */
export const copyLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join('\t')}\n`;

function cellText(cell: Cell): string {
  if (cell === null) return String.raw`\N`;
  const text = cell instanceof Date ? cell.toISOString() : String(cell);
  return /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (found) => escapes[found] ?? found) : text;
}
