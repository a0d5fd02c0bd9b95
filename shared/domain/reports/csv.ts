/** The characters with which a spreadsheet begins a formula (RPT-02). */
const FORMULA_START = /^[=+\-@\t\r]/;

/** A text cell that no spreadsheet takes for a formula: a leading = + - @ TAB or CR gets an apostrophe before it (RPT-02, R-SEC-15). */
export function formulaSafe(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
