/** The lowest rates in percent of the tiers (SPEC §4, §9; CMP-02). */
export const tierThresholds = { excellent: 95, good: 85, needs_improvement: 70 } as const;

/** The tiers of SPEC §4, best first. */
export const tiers = ['excellent', 'good', 'needs_improvement', 'critical'] as const;

/** A tier of SPEC §4 (CMP-02). */
export type Tier = (typeof tiers)[number];

/** Returns the tier of a rate in percent; the one function for every screen and report (CMP-02). */
export function tierOf(rate: number): Tier {
  if (rate >= tierThresholds.excellent) return 'excellent';
  if (rate >= tierThresholds.good) return 'good';
  return rate >= tierThresholds.needs_improvement ? 'needs_improvement' : 'critical';
}

/** The text of a badge, as a key: the tiers, 'On track' if nothing was due yet, 'No data' if nothing is assigned (CMP-03). */
export type TierLabel = Tier | 'on_track' | 'no_data';

/** The color of a badge, as a key (SPEC §4); grey without data. */
export type TierColor = 'green' | 'blue' | 'yellow' | 'red' | 'grey';

/** Text and color of a badge (CMP-02). */
export interface TierBadge {
  readonly label: TierLabel;
  readonly color: TierColor;
}

const colors: Readonly<Record<Tier, TierColor>> = {
  excellent: 'green',
  good: 'blue',
  needs_improvement: 'yellow',
  critical: 'red',
};

/** The value of a badge: a rate in percent, 'on_track' if nothing was due yet, or null if nothing is assigned (CMP-03). */
export type ShownRate = number | 'on_track' | null;

/** Returns the badge of a rate (SPEC §4, CMP-02, CMP-03). */
export function tierBadge(rate: ShownRate): TierBadge {
  if (rate === null) return { label: 'no_data', color: 'grey' };
  if (rate === 'on_track') return { label: 'on_track', color: 'blue' };
  const tier = tierOf(rate);
  return { label: tier, color: colors[tier] };
}
