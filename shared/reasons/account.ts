import type { ReasonEntries } from './reason.ts';

/** The reasons about a person's own account, its means of signing in and of signing. */
export const accountReasons = {
  token_scopes_needed: ['Choose at least one permission.', 'The token would have no permission.'],
  token_too_long: [
    'A token is valid for at most 12 months. Choose an earlier day.',
    'The last day is too far away.',
  ],
  token_scope_needs_all: [
    'One of these permissions is only for tokens of all organizations.',
    'A permission does not keep to one organization.',
  ],
  token_revoked: ['This token is already revoked.', 'Somebody revoked it before.'],

  session_needs_no_factor: [
    'This session needs no second factor.',
    'The session has its second factor already.',
  ],
  two_factor_off_needs_proof: [
    'Two-factor sign-in is turned off with your password and a code.',
    'The settings do not switch it off.',
  ],
  two_factor_on: ['Two-factor sign-in is already on.', 'An authenticator is enrolled already.'],
  two_factor_off: ['Two-factor sign-in is already off.', 'No authenticator is enrolled.'],
  two_factor_restart: [
    'Start setting up two-factor sign-in again.',
    'There is no secret to confirm, or it is too old.',
  ],
  two_factor_must_stay: [
    'Your role or access requires two factors.',
    'The role or a grant of the account does not go without.',
  ],
  password_too_short_alone: [
    'Choose a longer password first: yours is too short to be the only sign-in factor.',
    'Without a second factor the policy asks for a longer password.',
  ],
  two_factor_own_settings: [
    'Turn off your own two-factor sign-in in your settings.',
    'The help for others is not for the own account.',
  ],
  two_factor_none: ['This person has no two-factor sign-in.', 'There is no second factor to take away.'],
  account_inactive_no_link: [
    'This account is not active: no link was sent.',
    'A link to choose a password goes to active accounts only.',
  ],
  passkeys_unavailable: [
    'Passkeys are not available for this account.',
    'The account signs in at the identity provider only.',
  ],
  passkeys_too_many: [
    'Revoke a passkey before you add another.',
    'The account has as many passkeys as it may.',
  ],
  passkey_known: ['This passkey has already been added.', 'The passkey belongs to an account already.'],
  passkey_not_created: [
    'No passkey was created. Try again.',
    'Given by the page: the browser created no passkey.',
  ],
  passkey_on_device: [
    'This device already has a passkey of yours.',
    'Given by the page: the device has a passkey of the account.',
  ],
  passkey_not_added: [
    'This passkey could not be added. Please try again.',
    'The answer of the new passkey does not fit the challenge.',
  ],
  password_incorrect: ['The password is incorrect.', 'The password that proves the identity is wrong.'],
  authenticator_code_needed: [
    'Enter the code of your authenticator.',
    'The account has an authenticator; its code is needed.',
  ],
  authenticator_none: [
    'No authenticator is enrolled for this account.',
    'A code was sent, but there is no authenticator.',
  ],
  wrong_statement: [
    'This is not the statement to sign. Reload the page and try again.',
    "The meaning that was sent is not one of the server's statements for this record.",
  ],
  passkey_to_sign: ['Sign with your passkey.', 'The account signs with its passkey.'],
  passkey_none: ['You have no passkey.', 'A passkey was sent, but the account has none.'],
  passkey_not_accepted: [
    'This passkey was not accepted. Try again or choose another way.',
    'The answer of the passkey does not fit the challenge.',
  ],
  confirm_at_provider: [
    'Confirm your identity again with your organization.',
    'The confirmation of the identity provider is missing, used or too old.',
  ],
  meaning_needed: ['The meaning of the signature is missing', 'A signature says what it means.'],
  one_way_to_sign: ['Send one of password, passkey and confirmation', 'A signature is proved in one way.'],
  agreement_not_accepted: [
    'Accept the agreement to continue',
    'The agreement about electronic signatures is accepted or not sent.',
  ],
  can_sign: ['You can sign now. Try again.', 'Signing is open for the account.'],
  new_password_before_confirming: [
    'Choose a new password that only you know. Then request the confirmation again.',
    'Somebody else set the password of the account.',
  ],
  no_email_pending: [
    'No new email address needs to be confirmed.',
    'There is no change of the email to confirm.',
  ],
  link_just_sent: [
    'The link was just sent. Wait a minute before you request another.',
    'A link goes out once a minute.',
  ],
  picture_needed: ['Choose a picture', 'The upload has no picture.'],
  file_needed: ['Choose a file', 'The upload has no file.'],
  first_name_needed: ['First name required', 'The first name is missing.'],
  last_name_needed: ['Last name required', 'The last name is missing.'],
  name_by_request: [
    'Request a name change in your profile. Someone else must approve it.',
    'The own name is changed by a request.',
  ],
  name_request_none: ['No name change request is pending.', 'There is no request to withdraw.'],
} as const satisfies ReasonEntries;
