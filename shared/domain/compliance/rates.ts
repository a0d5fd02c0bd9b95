import { tierThresholds } from './tiers.ts';

/** Rates that must be reached, not rounded up to: the tiers' limits, and all (CMP-03). */
const limits: readonly number[] = [...Object.values(tierThresholds), 100];

/**
 * Part of total in percent with one decimal, half up, but never rounded up to a tier's limit or to 100 that it does not
 * reach (CMP-03): 1999 of 2000 is 99.9. 0 when the total is 0.
 */
export function rate(part: number, total: number): number {
  if (total === 0) return 0;
  // In whole tenths, so that no floating error decides about a tier.
  const tenths = Math.floor((2000 * part + total) / (2 * total));
  const rose = tenths * total > 1000 * part;
  return rose && limits.includes(tenths / 10) ? (tenths - 1) / 10 : tenths / 10;
}

/** A rate in whole percent for screens, half up, but never up to a limit that it does not reach (CMP-03). */
export function wholePercent(percent: number): number {
  const rounded = Math.round(percent);
  return rounded > percent && limits.includes(rounded) ? rounded - 1 : rounded;
}

/** The mean of rates with one decimal, those without data (null) left out; null when none has data (CMP-03). */
export function averageRate(rates: readonly (number | null)[]): number | null {
  const tenths = rates.filter((value) => value !== null).map((value) => Math.round(value * 10));
  if (tenths.length === 0) return null;
  const sum = tenths.reduce((total, value) => total + value, 0);
  return rate(sum, tenths.length * 1000);
}
