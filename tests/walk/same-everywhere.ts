import { trainingCategories } from '#shared/domain/people/training-categories.ts';

/** Names of languages, zones and units are the same everywhere; categories are data of the organization. */
export const sameEverywhere = [
  /^(?:English|Español|Français|Deutsch|UTC|EST|CST|PST|GMT|CSV|PDF|Ctrl K)$/,
  new RegExp(`^(?:${trainingCategories.join('|')})$`),
];
