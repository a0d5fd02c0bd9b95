/**
 * Reads a number as people write it in any of the four languages: '1,234.5', '1.234,5', '1 234,5', '−3', '2.5e3'. If there is
 * only one separator, it counts as decimal separator. Returns null for anything else.
 */
export function parseNumber(text: string): number | null {
  const plain = text.replace(/[\u2212\u2012\u2013]/g, '-').replace(/[\s\u00a0\u202f']/g, '');
  const decimal = decimalSignOf(plain);
  const other = decimal === ',' ? '.' : ',';
  const [whole = '', ...rest] = plain.split(decimal);
  if (whole.includes(other) && !new RegExp(`^[+-]?\\d{1,3}(?:\\${other}\\d{3})+$`).test(whole)) return null;
  const written = [whole.replaceAll(other, ''), ...rest].join('.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(written) ? Number(written) : null;
}

/**
 * Returns the decimal separator. The last separator is the decimal one, but a separator that appears more than once separates
 * thousands.
 */
function decimalSignOf(text: string): '.' | ',' {
  const comma = text.lastIndexOf(',');
  const dot = text.lastIndexOf('.');
  if (comma < 0) return text.indexOf('.') === dot ? '.' : ',';
  if (dot < 0) return text.indexOf(',') === comma ? ',' : '.';
  return comma > dot ? ',' : '.';
}
