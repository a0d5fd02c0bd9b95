/**
 * The dates of the HR area for which reminders are sent (NOT-04). A CV ends, the notice of an agreement must be decided
 * (`expiringFrom`), an agreement ends, a document must be reviewed, a registration ends, or a document must be read and
 * acknowledged.
 */
export const expiryKinds = ['cv', 'notice', 'agreement', 'review', 'registration', 'reading'] as const;

/** One of {@link expiryKinds}. */
export type ExpiryKind = (typeof expiryKinds)[number];

/** The recipients, in this order: the owner or party, hr of the organization, administrators (NOT-04). */
export const expiryAudiences = ['person', 'hr', 'admins'] as const;

/** One of {@link expiryAudiences}. */
export type ExpiryAudience = (typeof expiryAudiences)[number];
