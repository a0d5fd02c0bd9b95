import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReminderType, SkipReason } from '#shared/domain/reminders/manual-reminders.ts';

/** The name and the recipients of each reminder type (SPEC §9). */
export const typeTexts: Readonly<
  Record<ReminderType, { readonly label: MessageDescriptor; readonly hint: MessageDescriptor }>
> = {
  begin_training: {
    label: msg`Begin Training`,
    hint: msg`For people with open training and nothing overdue.`,
  },
  accept_invite: {
    label: msg`Accept Invitation`,
    hint: msg`For people who have not signed in yet: with a link to choose a password.`,
  },
  complete_before_due: {
    label: msg`Complete Before Due Date`,
    hint: msg`For people with training that is not due yet.`,
  },
  overdue_compliance: {
    label: msg`Overdue or Expired Training`,
    hint: msg`For people with overdue or expired training.`,
  },
};

/** The reasons why a person was left out (REM-01). */
export const skipTexts: Readonly<Record<SkipReason, MessageDescriptor>> = {
  inactive: msg`The account is not active.`,
  no_address: msg`There is no working email address.`,
  away: msg`The person is away. Reminders resume after the return.`,
  not_eligible: msg`The reminder no longer fits: the status of the training has changed.`,
  switched_off: msg`The person has turned off email reminders.`,
  recently_reminded: msg`The same reminder was sent within the last 24 hours.`,
};
