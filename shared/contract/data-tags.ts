/**
 * The kinds of data that screens show and commands change (SHELL-12, docs/decisions/065). A call that reads declares the kinds in
 * its answer. A command declares those that it changes: after it, every answer that shows one of them is fetched again.
 */
export const dataTags = [
  'absences',
  'absenceImports',
  'accessReviews',
  'agreements',
  'apiTokens',
  'assigningRuns',
  'assignments',
  'calendarFeed',
  'certificates',
  'cvs',
  'departments',
  'directoryGroups',
  'documents',
  'exports',
  'grants',
  'inspections',
  'integrity',
  'mailTexts',
  'matrices',
  'modules',
  'nameRequests',
  'notifications',
  'organizations',
  'outbox',
  'passkeys',
  'pastImports',
  'people',
  'peopleImports',
  'profile',
  'quizAttempts',
  'registrations',
  'reminders',
  'reminderSchedule',
  'savedExports',
  'sessions',
  'settings',
  'signing',
  'trailReviews',
  'twoFactor',
  'webhooks',
] as const;

/** A kind of data. */
export type DataTag = (typeof dataTags)[number];

/** The kinds of data that a call shows or changes, or the reason why it does neither. */
export type DataRule =
  | { readonly shows: readonly DataTag[] }
  | { readonly changes: readonly DataTag[] }
  | { readonly none: string };
