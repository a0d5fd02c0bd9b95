/** What a scheduled message is counted from: days before the due date, after it, or since a renewal was opened (NOT-04). */
export const reminderKinds = ['due', 'overdue', 'renewal'] as const;

/** One of {@link reminderKinds}. */
export type ReminderKind = (typeof reminderKinds)[number];

/** Who gets a scheduled message (NOT-04). */
export const reminderAudiences = ['person', 'manager', 'admins'] as const;

/** One of {@link reminderAudiences}. */
export type ReminderAudience = (typeof reminderAudiences)[number];

/** The number of days after which a missed step is still sent (NOT-04): after an outage, but not for past years. */
export const CATCH_UP_DAYS = 14;
