import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** Rows of the message table about organizations (SPEC §8, SHELL-12). */
export const organizationMessages = {
  organizationCreated: {
    tone: 'default',
    title: msg`Success`,
    text: msg`Organization created successfully`,
  },
  organizationCreateFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to create organization`,
    serverFirst: true,
  },
  organizationUpdated: { tone: 'default', title: msg`Organization Updated` },
  organizationUpdateFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to update organization`,
    serverFirst: true,
  },
  organizationDeleted: { tone: 'default', title: msg`Organization Deleted` },
  organizationArchived: {
    tone: 'default',
    title: msg`Organization Archived`,
    text: msg`It is listed under Archived, where it can be restored.`,
  },
  organizationRestored: { tone: 'default', title: msg`Organization Restored` },
  organizationRestoreFailed: {
    tone: 'destructive',
    title: msg`Error`,
    text: msg`Failed to restore organization`,
    serverFirst: true,
  },
} as const satisfies Record<string, ToastRow>;
