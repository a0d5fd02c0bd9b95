import type { AssignmentCounts } from '#shared/domain/compliance/figures.ts';
import { rate } from '#shared/domain/compliance/rates.ts';

/** The people who must retrain by the publisher's choice (MOD-11). */
export const retrainingChoices = ['none', 'completed', 'all'] as const;

/** A choice of the people who must retrain (MOD-11). */
export type RetrainingChoice = (typeof retrainingChoices)[number];

/**
 * Returns whether a person must retrain with a version (MOD-11), depending on whether an older one was completed before it took
 * effect or after that. The one rule of the preview, of the day itself, and of finishing an old version.
 */
export function mustRetrain(choice: RetrainingChoice, completed: 'before' | 'after'): boolean {
  return choice === 'all' || (choice === 'completed' && completed === 'before');
}

/** A person's state in the module before the version takes effect. */
export type StatusBefore = 'not_started' | 'in_progress' | 'completed';

/**
 * The effect of a new version on one person (MOD-11). `stays`: the completion stays. `retrained`: the person must retrain.
 * `moves`: the person has not started and continues with the new version. `begins_again`: the person starts again with it.
 * `finishes_old`: the person finishes the old version. `finishes_old_retrained_if_before`: the same, and the person retrains if
 * that is before the new one takes effect. `finishes_old_then_retrained`: the same, and the person retrains in any case.
 */
export const publishingEffects = [
  'stays',
  'retrained',
  'moves',
  'begins_again',
  'finishes_old',
  'finishes_old_retrained_if_before',
  'finishes_old_then_retrained',
] as const;

/** The order in which people are listed: those with the most work first (MOD-11). */
export const byMostWork = [
  'retrained',
  'begins_again',
  'finishes_old_then_retrained',
  'finishes_old_retrained_if_before',
  'finishes_old',
  'moves',
  'stays',
] as const satisfies readonly (typeof publishingEffects)[number][];

/** The effect of a new version on one person (MOD-11). */
export type PublishingEffect = (typeof publishingEffects)[number];

/**
 * Returns the effect of a new version on a person (MOD-11). `atOnce` means that it takes effect when it is published. `promised`
 * means that the effective version already requires retraining of people who finish the old one.
 */
export function publishingEffect(
  standing: StatusBefore,
  choice: RetrainingChoice,
  { atOnce, promised }: { readonly atOnce: boolean; readonly promised: boolean },
): PublishingEffect {
  switch (standing) {
    case 'completed':
      return mustRetrain(choice, 'before') ? 'retrained' : 'stays';
    case 'not_started':
      return 'moves';
    case 'in_progress':
      if (atOnce) return 'begins_again';
      if (promised || mustRetrain(choice, 'after')) return 'finishes_old_then_retrained';
      return mustRetrain(choice, 'before') ? 'finishes_old_retrained_if_before' : 'finishes_old';
  }
}

/**
 * Returns the share of the module's people who are compliant in it, in percent, before and after a version takes effect (MOD-11).
 * The definitions are those of CMP-03 over their assignments of this module: completed, nothing overdue, no completion expired.
 * People who retrain are not compliant until they have completed it. An open renewal does not change a valid completion.
 */
export function ratesOf(
  people: readonly { readonly counts: AssignmentCounts; readonly effect: PublishingEffect }[],
): { readonly before: number; readonly after: number } {
  const compliant = people.filter(
    ({ counts }) => counts.completions > 0 && counts.overdue === 0 && counts.expired === 0,
  );
  const again = compliant.filter(({ effect }) => effect === 'retrained').length;
  return {
    before: rate(compliant.length, people.length),
    after: rate(compliant.length - again, people.length),
  };
}

/** The state of a version. */
export type VersionState = 'draft' | 'waiting' | 'in_force' | 'past';
