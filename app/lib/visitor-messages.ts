import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** The rows of SPEC §8 that a visitor can meet: sign-in, the end of a session, the forced password change. */
export const visitorMessages = {
  unauthorized: {
    tone: 'destructive',
    title: msg`Unauthorized`,
    text: msg`You are logged out. Logging in again...`,
  },
  loginSucceeded: {
    tone: 'default',
    title: msg`Login Successful`,
    text: msg`Welcome back! Redirecting to your dashboard...`,
  },
  loginFailed: {
    tone: 'destructive',
    title: msg`Login Failed`,
    text: msg`Invalid email or password. Please try again.`,
    serverFirst: true,
  },
  activationRequired: {
    tone: 'default',
    title: msg`Account Activation Required`,
    text: msg`Please set a new password to activate your account.`,
  },
} as const satisfies Record<string, ToastRow>;
