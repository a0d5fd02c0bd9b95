import { tierThresholds } from './tiers.ts';

/** Rates that must be reached, not rounded up to: the tiers' limits, and all (CMP-03). */
const limits: readonly number[] = [...Object.values(tierThresholds), 100];

/**
 * Returns part of total in percent with one decimal, half up (CMP-03). It is never rounded up to a tier's limit or to 100: 1999
 * of 2000 is 99.9. It is 0 when the total is 0.
 */
export function rate(part: number, total: number): number {
  if (total === 0) return 0;
  // In whole tenths, so that no floating error decides about a tier.
  const tenths = Math.floor((2000 * part + total) / (2 * total));
  const rose = tenths * total > 1000 * part;
  return rose && limits.includes(tenths / 10) ? (tenths - 1) / 10 : tenths / 10;
}
