/**
 * The places at which a spreadsheet could read a formula (RPT-02): at the start of the cell, and after a semicolon, a tab or a line end, because a
 * spreadsheet that splits at semicolons reads the rest as another cell. Full-width signs count as the plain ones.
 */
const FORMULA_START = /(?:^|(?<=[;\t\r\n]))(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g;

/** A text cell that no spreadsheet takes for a formula: an apostrophe is put before each sign that could begin one (RPT-02, R-SEC-15). */
export function formulaSafe(text: string): string {
  return text.replace(FORMULA_START, "'");
}

/** One line of RFC 4180 with CRLF; texts are safe from formulas, numbers stay numbers (RPT-02, CMP-01). */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === 'number') return String(cell);
    const safe = formulaSafe(cell ?? '');
    return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
