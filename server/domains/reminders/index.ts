/** The public interface of reminders: about trainings and about documents that expire, by schedule and sent manually (NOT-04). */
export { inviteNewAccount } from './commands/invite-new-account.ts';
export { recordNewTrainings, notifyChosen } from './commands/send-new-trainings.ts';
export { newTrainingsMail, retrainingMail } from './new-trainings.mails.ts';
export { weeklyDigestMail } from './weekly-digest.mails.ts';
export { expiryMail } from './expiry.mails.ts';
export { reminderDigestMail } from './schedule.mails.ts';
export { invitationMail, manualReminderMail } from './manual-reminders.mails.ts';
export { sendReminders } from './commands/send-reminders.ts';
export { sweepRemindersJob } from './schedule.jobs.ts';
