import type { UserSettings } from '../people/settings.ts';

/** The category of an email, for the settings of a person; `security` must arrive (NOT-02). */
export const mailCategories = ['security', 'training', 'reminder', 'system', 'document', 'digest'] as const;

/** One of {@link mailCategories}. */
export type MailCategory = (typeof mailCategories)[number];

/** The settings of a person that decide about emails (SPEC §3 'User settings'). */
export type MailSwitches = Pick<
  UserSettings,
  'emailNotifications' | 'trainingReminders' | 'systemUpdates' | 'weeklyDigest'
>;

/**
 * Returns whether a person wants an email of a category (NOT-02). Security emails, confirmations and requests to sign ignore the
 * settings. Reminders, announcements and the weekly digest need their own setting and the one for all emails. New and repeated
 * trainings (NOT-06) and documents that expire or were signed (NOT-04) need only the one for all emails.
 */
export function wantsMail(switches: MailSwitches, category: MailCategory): boolean {
  if (category === 'security') return true;
  if (!switches.emailNotifications) return false;
  if (category === 'reminder') return switches.trainingReminders;
  if (category === 'digest') return switches.weeklyDigest;
  return category === 'training' || category === 'document' || switches.systemUpdates;
}
