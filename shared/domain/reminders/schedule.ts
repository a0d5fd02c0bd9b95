/** The reference of a scheduled message: days before the due date, days after it, or days since a renewal was opened (NOT-04). */
export const reminderKinds = ['due', 'overdue', 'renewal'] as const;

/** One of {@link reminderKinds}. */
export type ReminderKind = (typeof reminderKinds)[number];

/** The recipients of a scheduled message (NOT-04). */
export const reminderAudiences = ['person', 'manager', 'admins'] as const;

/** One of {@link reminderAudiences}. */
export type ReminderAudience = (typeof reminderAudiences)[number];

/** The number of days after which a missed step is still sent (NOT-04): after an outage, but not for past years. */
export const CATCH_UP_DAYS = 14;
