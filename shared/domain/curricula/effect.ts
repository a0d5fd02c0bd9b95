import type { Expansion } from './expand.ts';

/** How many assignments of how many people, as in '42 assignments for 13 people' (MTX-06). */
export interface EffectCount {
  readonly assignments: number;
  readonly people: number;
}

/** The effect of a change before it is made (MTX-06). */
export interface EffectSummary {
  /** To be assigned. */
  readonly create: EffectCount;
  /** Not started, to be voided. */
  readonly close: EffectCount;
  /** Started, to be marked as no longer required. */
  readonly noLongerRequired: EffectCount;
  /** Marked before, required again. */
  readonly requiredAgain: EffectCount;
  /** Whether nothing would change at all. */
  readonly isEmpty: boolean;
}

function count(rows: readonly { readonly userId: string }[]): EffectCount {
  return { assignments: rows.length, people: new Set(rows.map((row) => row.userId)).size };
}

/** Counts what an expansion would change (MTX-06). */
export function summarizeEffect(expansion: Expansion): EffectSummary {
  const marked = (mark: string) => count(expansion.keep.filter((row) => row.mark === mark));
  const summary = {
    create: count(expansion.create),
    close: count(expansion.close),
    noLongerRequired: marked('set_no_longer_required'),
    requiredAgain: marked('clear_no_longer_required'),
  };
  const isEmpty = Object.values(summary).every((part) => part.assignments === 0);
  return { ...summary, isEmpty };
}
