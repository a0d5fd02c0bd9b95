import { rate } from '#shared/domain/compliance/rates.ts';

/** Whom the publisher of a version wants trained again (MOD-11). */
export const retrainingChoices = ['none', 'completed', 'all'] as const;

/** A choice of whom to train again (MOD-11). */
export type RetrainingChoice = (typeof retrainingChoices)[number];

/** Where a person stands with the module before the version takes effect. */
export type StandingBefore = 'not_started' | 'in_progress' | 'completed';

/**
 * What a new version means for one person (MOD-11): the completion stays; training again; going on with the new version,
 * not begun yet; beginning again with it; finishing the old one; finishing the old one and then training again.
 */
export const publishingEffects = [
  'stays',
  'retrained',
  'moves',
  'begins_again',
  'finishes_old',
  'finishes_old_then_retrained',
] as const;

/** What a new version means for one person (MOD-11). */
export type PublishingEffect = (typeof publishingEffects)[number];

/** What a new version means for a person (MOD-11): `atOnce` when it takes effect as it is published. */
export function publishingEffect(
  standing: StandingBefore,
  choice: RetrainingChoice,
  atOnce: boolean,
): PublishingEffect {
  switch (standing) {
    case 'completed':
      return choice === 'none' ? 'stays' : 'retrained';
    case 'not_started':
      return 'moves';
    case 'in_progress':
      if (atOnce) return 'begins_again';
      return choice === 'all' ? 'finishes_old_then_retrained' : 'finishes_old';
  }
}

/** Share of the module's people who have completed it, in percent, before and after a version takes effect (MOD-11). */
export function ratesOf(
  people: readonly { readonly standing: StandingBefore; readonly effect: PublishingEffect }[],
): { readonly before: number; readonly after: number } {
  const completed = people.filter(({ standing }) => standing === 'completed').length;
  const again = people.filter(({ effect }) => effect === 'retrained').length;
  return { before: rate(completed, people.length), after: rate(completed - again, people.length) };
}

/** Where a version stands in its life. */
export type VersionState = 'draft' | 'waiting' | 'in_force' | 'past';
