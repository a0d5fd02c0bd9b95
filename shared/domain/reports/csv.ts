/** The characters with which a spreadsheet begins a formula (RPT-02). */
const FORMULA_START = /^[=+\-@\t\r]/;

/** A text cell that no spreadsheet takes for a formula: a leading = + - @ TAB or CR gets an apostrophe before it (RPT-02, R-SEC-15). */
export function formulaSafe(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** One line of RFC 4180 with CRLF; texts are safe from formulas, numbers stay numbers (RPT-02, CMP-01). */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === 'number') return String(cell);
    const safe = formulaSafe(cell ?? '');
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
