import { msg } from '@lingui/core/macro';
import { useSession } from '#app/lib/session.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

const queued = {
  tone: 'default',
  title: msg`Email queued`,
  text: msg`No email server is set up. It goes out once there is one.`,
} as const satisfies ToastRow;

const emailsQueued = msg`Emails are queued: no email server is set up.`;

/**
 * Returns whether emails can be sent now (NOT-06), and the toasts for sent emails. `toast` returns its row or, if no email server is
 * set up, that the email is queued and why; `toastOf` adds this note to the row of another action that sends emails.
 */
export function useMailServer(): {
  readonly configured: boolean;
  readonly toast: (row: ToastRow) => ToastRow;
  readonly toastOf: (row: ToastRow) => ToastRow;
} {
  const session = useSession();
  const configured = session.status !== 'signedIn' || session.user.emailConfigured;
  return {
    configured,
    toast: (row) => (configured ? row : queued),
    toastOf: (row) => (configured ? row : { ...row, note: emailsQueued }),
  };
}
