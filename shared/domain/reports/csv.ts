/**
 * The places at which a spreadsheet could read a formula (RPT-02). These are the start of the cell, and the text after a
 * semicolon, a tab or a line end, because a spreadsheet that splits there reads the rest as another cell. Full-width signs count
 * as the plain ones.
 */
const FORMULA_START = /(?:^|(?<=[;\t\r\n]))(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g;

const APOSTROPHE = /(?:^|(?<=[;\t\r\n]))'(?=[=+\-@＝＋－＠])|^'(?=[\t\r])/g;

/**
 * Returns a text cell that no spreadsheet interprets as a formula: an apostrophe is put before each sign that could start
 * one (RPT-02, R-SEC-15).
 */
export function formulaSafe(text: string): string {
  return text.replace(FORMULA_START, "'");
}

/** Returns the text from which {@link formulaSafe} made a cell. */
export function withoutApostrophes(cell: string): string {
  return cell.replace(APOSTROPHE, '');
}

/** Most cells contain nothing that {@link formulaSafe} or the quotes change: one test is enough for them. */
const needsCare = /^[=+\-@＝＋－＠]|[",;\t\r\n]/;
const needsQuotes = /[",;\r\n]/;

/** Returns one cell of RFC 4180, safe from formulas (RPT-02, R-SEC-15). A number stays a number, also below zero. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (!needsCare.test(value)) return value;
  const safe = formulaSafe(value);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns one line of RFC 4180 with CRLF (RPT-02, CMP-01). */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;
