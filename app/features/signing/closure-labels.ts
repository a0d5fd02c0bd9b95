import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ClosureCause, SigningOpening } from '#shared/domain/signatures/signing-identity.ts';

/** The changes of an account by other people (SIG-05). */
export const causeLabels: Readonly<Record<ClosureCause, MessageDescriptor>> = {
  account_created: msg`Account created`,
  credential_issued: msg`Password issued`,
  email_changed: msg`Email changed`,
  authenticator_reset: msg`Two-factor sign-in reset`,
  link_elsewhere: msg`Accessed through an email address that an administrator entered`,
  name_changed: msg`Name changed without approval`,
};

/** The ways in which the person has proved their identity since (SIG-05). */
export const openingLabels: Readonly<Record<SigningOpening, MessageDescriptor>> = {
  mailbox: msg`Confirmed by a link to the person’s mailbox`,
  authenticator: msg`Confirmed with the authenticator set up earlier`,
  provider: msg`Confirmed by the organization’s sign-in linked earlier`,
  passkey: msg`Confirmed with a passkey added earlier`,
  second_person: msg`Confirmed by a second person`,
  new_account: msg`First password; no email server is set up`,
};
