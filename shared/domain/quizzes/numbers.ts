/**
 * Reads a number as people of any of the four languages write it: '1,234.5', '1.234,5', '1 234,5', '−3', '2.5e3'. One sign
 * alone that could divide thousands or decimals counts as decimal sign. Null for anything else.
 */
export function parseNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/[\u2212\u2012\u2013]/g, '-')
    .replace(/[\s\u00a0\u202f']/g, '');
  const decimal = decimalSignOf(plain);
  const other = decimal === ',' ? '.' : ',';
  const [whole = '', ...rest] = plain.split(decimal);
  if (rest.length > 1 || rest.some((part) => part.includes(other))) return null;
  if (whole.includes(other) && !new RegExp(`^[+-]?\\d{1,3}(?:\\${other}\\d{3})+$`).test(whole)) return null;
  const written = [whole.replaceAll(other, ''), ...rest].join('.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(written) ? Number(written) : null;
}

/** Returns the decimal sign: the last sign separates the decimals; a sign that appears more than once separates thousands. */
function decimalSignOf(text: string): '.' | ',' {
  const comma = text.lastIndexOf(',');
  const dot = text.lastIndexOf('.');
  if (comma < 0) return text.indexOf('.') === dot ? '.' : ',';
  if (dot < 0) return text.indexOf(',') === comma ? ',' : '.';
  return comma > dot ? ',' : '.';
}
