/** Kinds of actions for filtering the trail (AUD-03), in the order of the filter. */
export const trailGroups = [
  'account',
  'people',
  'organizations',
  'modules',
  'matrices',
  'training',
  'hr',
  'reports',
  'messages',
  'system',
] as const;

/** One of {@link trailGroups}. */
export type TrailGroup = (typeof trailGroups)[number];
