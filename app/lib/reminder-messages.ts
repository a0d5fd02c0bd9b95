import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** The rows of SPEC §8 about notifications and reminders; part of the one table in messages.ts (SHELL-12). */
export const reminderMessages = {
  notificationReadFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to mark notification as read`,
  },
  notificationsReadFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to mark all notifications as read`,
  },
  remindersSent: {
    tone: 'default',
    title: msg`Reminders Sent`,
    text: msg({ message: 'Successfully sent {count} reminder(s)' }),
  },
  remindersQueued: {
    tone: 'default',
    title: msg`Reminders queued`,
    text: msg({
      message:
        '{count, plural, one {# reminder is} other {# reminders are}} queued: no email server is set up.',
    }),
  },
  remindersNone: { tone: 'default', title: msg`No reminder was sent` },
  remindersFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to send reminders. Please try again.`,
  },
} as const satisfies Record<string, ToastRow>;
