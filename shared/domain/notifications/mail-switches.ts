import type { UserSettings } from '../people/settings.ts';

/** What a mail is about, for the switches of a person; `security` is what must arrive (NOT-02). */
export const mailCategories = ['security', 'training', 'reminder', 'system', 'document', 'digest'] as const;

/** One of {@link mailCategories}. */
export type MailCategory = (typeof mailCategories)[number];

/** The switches of a person that decide about mail (SPEC §3 'User settings'). */
export type MailSwitches = Pick<
  UserSettings,
  'emailNotifications' | 'trainingReminders' | 'systemUpdates' | 'weeklyDigest'
>;

/**
 * Whether a person wants a mail of a category (NOT-02). Security mails, confirmations and requests to sign ignore the
 * switches; reminders, announcements and the weekly digest have one of their own beside the one of all mail. New and repeated
 * trainings (NOT-06) and documents that expire or were signed (NOT-04) obey the one of all mail.
 */
export function wantsMail(switches: MailSwitches, category: MailCategory): boolean {
  if (category === 'security') return true;
  if (!switches.emailNotifications) return false;
  if (category === 'reminder') return switches.trainingReminders;
  if (category === 'digest') return switches.weeklyDigest;
  return category === 'training' || category === 'document' || switches.systemUpdates;
}
