import type { ReasonEntries } from './reason.ts';

/** The reasons for any request. */
export const requestsReasons = {
  unsupported_media_type: [
    'Send JSON, or multipart where files are expected.',
    'The body is of another media type than the call takes.',
  ],
  request_timeout: [
    'The request took too long to arrive. Try again on a faster connection.',
    'The sender was too slow.',
  ],
  body_too_large: [
    'The request is larger than this call allows.',
    'The body has more bytes, parts or fields than the call takes.',
  ],
  request_unreadable: ['The request could not be read.', 'What arrived is not an HTTP request.'],
  request_broken_off: [
    'The request was broken off before its end.',
    'The sender left before the whole request had arrived.',
  ],
  upload_broken_off: [
    'The upload was broken off before its end.',
    'The sender left before the whole upload had arrived.',
  ],
  forbidden: ['You do not have permission to do this.', 'Role and grants of the caller do not allow it.'],
  token_refused: [
    'This API token is not valid.',
    'The token is unknown, misspelled, expired or revoked, or its maker is no longer an administrator.',
  ],
  token_needed: ['Only API tokens can make this call.', 'Directories call it, people do not.'],
  token_not_accepted: ['This call does not accept API tokens.', 'Only people may make this call.'],
  too_many_calls: [
    'This API token has made too many calls. Try again later.',
    'The calls of this minute are used up; `retryAfter` says when the next minute starts.',
  ],
  password_change_required: ['Change your password to continue.', 'The account has a temporary password.'],
  two_factor_required: [
    'Set up two-factor sign-in to continue.',
    'The account needs a second factor and has none.',
  ],
  second_factor_needed: [
    'Confirm with your second factor to continue.',
    'The session was begun without the second factor that the account needs.',
  ],
  step_up_required: ['Confirm your identity to continue.', 'The change needs a fresh proof of identity.'],
  passkey_challenge: [
    'Confirm with your passkey.',
    'The passkey is asked for; `options` is what the browser needs.',
  ],
  code_refused: ['This code is incorrect.', 'The code of the second factor is wrong or used.'],
  current_password_wrong: [
    'The current password is incorrect.',
    'The current password that was given is another.',
  ],
  current_password_needed: ['Enter your current password.', 'No current password was given.'],
  password_changed_meanwhile: [
    'The password was changed in the meantime.',
    'Another request changed the password first.',
  ],
  admin_account: [
    'Passwords of admin accounts are not viewed or set by others.',
    "The account is an administrator's.",
  ],
  method_not_allowed: ['This method is not supported here.', 'The address takes other methods.'],
  conflict: [
    'The stored data has changed. Reload the page and try again.',
    'The change contradicts what is stored now.',
  ],
  stale: [
    'Someone changed this in the meantime.',
    'The record is newer than the one that was changed; `current` has it.',
  ],
  duplicate: ['This already exists.', 'There is one already.'],
  illegal_step: ['This step is not possible from the current status.', 'The status does not allow the step.'],
  signature_required: [
    'This completion needs a signature.',
    'The training is completed with a signature only.',
  ],
  signature_agreement_required: [
    'First accept that your electronic signature is legally binding.',
    'The person has not accepted the agreement about electronic signatures.',
  ],
  signing_closed: [
    'Someone else changed this account. Confirm your identity before you sign.',
    'Somebody else may know how to sign in; `causes` says why and `ways` what helps.',
  ],
  signature_refused: ['The signature was refused.', 'The proof of identity of the signature is wrong.'],
  clock_wrong: [
    'Signing is not possible right now because the server clock is wrong. Ask an administrator to correct it, then try again.',
    'The clocks of server and database differ too much.',
  ],
  temporary_password: ['Choose your own password before you sign.', 'The account has a temporary password.'],
  own_password_first: [
    'Choose your own password first.',
    'The account has a temporary password, with which no other factor is set up.',
  ],
  content_not_seen: [
    'You have not seen all of the content yet.',
    'The training is completed only when its content was seen.',
  ],
  content_not_available: ['Content Not Available', 'The training has no content to start.'],
  content_not_uploaded: [
    'The content has not been uploaded yet. Please contact the administrator.',
    'The training has neither content nor a quiz.',
  ],
  content_not_published: ['This module has no published content.', 'The module has no effective version.'],
  quiz_passed: ['This quiz is already passed.', 'A passed quiz is not taken again.'],
  no_attempts_left: ['No attempts are left.', 'All attempts that the quiz allows were used.'],
  cooling_down: [
    'The next attempt is not possible yet.',
    'The time between two attempts is not over; `until` says when.',
  ],
  attempt_handed_in: ['This attempt has already been submitted.', 'The attempt is over.'],
  attempt_open: [
    'This attempt has not been submitted yet.',
    'The result of an attempt is shown after it was submitted.',
  ],
  reason_required: ['Enter a reason.', 'The change is only made with a reason.'],
  already_assigned: ['This training is already assigned.', 'The person has the training open.'],
  ambiguous_name: [
    'This name exists in more than one organization.',
    'A name alone does not say which one is meant; `matches` lists them.',
  ],
  effect_changed: [
    'The effect has changed since you viewed it.',
    'What the change would do is not what was shown; the answer has the new effect.',
  ],
  two_factor_enrol: ['Enrol an authenticator first.', 'The account has no authenticator.'],
  idempotency_conflict: [
    'This Idempotency-Key was used for another request.',
    'The key belongs to a request with another body or address.',
  ],
  file_refused: ['This file cannot be accepted.', 'Several files were refused; `errors` names each.'],
  upload_limit_reached: [
    'You have reached the daily upload limit. Try again later.',
    'The person has uploaded as much as a day allows.',
  ],
  package_not_played: ['Course packages cannot be played here yet.', 'The archive is a course to be played.'],
  file_too_large: ['This file is larger than allowed.', 'The file is larger than its type may be.'],
  integrity_failed: [
    'The stored file does not match its checksum and is not served.',
    'The bytes in the store are not those that were uploaded.',
  ],
  storage_full: ['There is not enough space to store this.', 'The disk or the database is full.'],
  preparing: [
    'The figures for that day are being calculated. They appear here when they are ready.',
    'A past day is being counted; `done` of `total` says how far.',
  ],
} as const satisfies ReasonEntries;
