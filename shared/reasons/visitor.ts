import type { ReasonEntries } from './reason.ts';

/** The reasons for people who are not signed in, and for everybody else. */
export const visitorReasons = {
  validation_failed: [
    'Some fields need attention.',
    'Several fields of the request are wrong; `errors` names each.',
  ],
  malformed_body: [
    'The request body could not be read.',
    'The body is not JSON, or not the multipart that it says it is.',
  ],
  unauthenticated: ['Unauthorized', 'There is no session, or it has ended.'],
  sign_in_refused: [
    'Invalid email or password. Please try again.',
    'Email and password do not belong together, or the account cannot sign in.',
  ],
  second_factor_refused: [
    'This code is incorrect. Please try again.',
    'The code of the second step of the sign-in is wrong or used.',
  ],
  sign_in_over: [
    'This took too long. Please enter your password again.',
    'The second step of the sign-in came too late.',
  ],
  too_many_attempts: [
    'Too many attempts. Please wait and try again.',
    'The caller has tried too often; `retryAfter` says how long to wait.',
  ],
  cross_origin: [
    'This request came from another site and was refused.',
    'The browser says that another site made it send the request.',
  ],
  passkey_refused: [
    'This passkey was not accepted. Try again or sign in another way.',
    'The answer of the passkey does not fit the challenge or the account.',
  ],
  passkey_not_used: [
    'The passkey was not used. Try again or choose another way.',
    'Given by the page: the browser gave no answer of a passkey.',
  ],
  link_dead: ['This link no longer works.', 'The token of an emailed link is not valid.'],
  link_used: [
    'This link has been used already. Request a new one.',
    'The link to reset a password was used.',
  ],
  link_expired: ['This link has expired. Request a new one.', 'The link to reset a password is too old.'],
  link_unknown: [
    'This link no longer works. Request a new one.',
    'There is no such link to reset a password.',
  ],
  link_used_or_old: [
    'This link has been used or is too old.',
    'The token of a link about an email address is used or expired.',
  ],
  email_link_dead: [
    'This link has been used or is too old. Request a new one on your profile.',
    'The link that confirms an email is used or expired.',
  ],
  key_changed: [
    'The secret key of this installation has changed: this can no longer be read.',
    'A sealed text was written with a secret that this installation no longer has.',
  ],
  proof_refused: [
    'There is no proof for this record because its signature is not valid.',
    'A proof file is only made of a record whose signature is valid.',
  ],
  proof_pending: [
    'The proof is still being prepared. Try again in a few minutes.',
    'The record is not covered by a seal yet.',
  ],
  certificate_unknown: [
    'There is no certificate with this code.',
    'No certificate has the code that was asked for.',
  ],
  paper_unknown: [
    'This installation has not issued a file with this hash.',
    'No paper in the register has the SHA-256 that was asked for.',
  ],
  not_file_hash: [
    'Enter a SHA-256: 64 digits from 0 to 9 and a to f.',
    'A SHA-256 is 64 hexadecimal digits in lower case.',
  ],
  database_unavailable: [
    'The database cannot be reached at the moment.',
    'The server has no connection to its database.',
  ],
  timeout: ['This took too long and was stopped.', 'The work took longer than it may.'],
  unreachable: ['The server cannot be reached.', 'Given by the page: no answer came.'],
  stopping: ['This server is shutting down.', 'The server ends and takes no new work.'],
  internal: [
    'Something went wrong on our side.',
    "An unexpected error; the log has it under the request's id.",
  ],
  not_found: ['Not found.', 'There is no such thing, or the caller may not see it.'],
  email_needed: ['Please enter a valid email address', 'The email of a sign-in is missing or is none.'],
  email_invalid: ['Valid email required', 'The email of a person or of a contact is missing or is none.'],
  password_needed: ['Password is required', 'No password was given.'],
  code_needed: ['Enter a code', 'No code of a second factor was given.'],
  too_long: ['At most {maximum} characters', 'A text is longer than its field.', { maximum: 'number' }],
  password_refused: [
    'This password cannot be used.',
    'Several rules refuse the new password; `errors` names each.',
  ],
  password_too_short: [
    'Password must be at least {minimum} characters',
    'The new password is shorter than the policy asks.',
    { minimum: 'number' },
  ],
  password_too_long: [
    'Password must be at most {maximum} characters',
    'The new password is longer than the policy allows.',
    { maximum: 'number' },
  ],
  password_preset_too_short: [
    'Password must be at least {minimum} characters long',
    'A password that an administrator sets is too short.',
    { minimum: 'number' },
  ],
  passwords_differ: ["Passwords don't match", 'The repeated password is another one.'],
  password_too_common: [
    'This password is too common. Choose one that others would not guess.',
    'The new password is in a list of common or breached passwords.',
  ],
  password_too_weak: [
    'This password is too easy to guess. Add a few unrelated words.',
    'The new password is estimated to be guessed quickly.',
  ],
  password_is_email: ['Password must not be your email address', "The new password is the person's email."],
  password_is_name: ['Password must not be your name', "The new password is made of the person's name."],
  password_unchanged: [
    'Choose a password that differs from the current one',
    'The new password is the current one.',
  ],
  signature_moved: [
    'The signature belongs to another record.',
    'The signature does not belong to this record.',
  ],
  signature_record_changed: [
    'The record was changed after it was signed.',
    'The signed columns are not what they were.',
  ],
  signature_content_changed: [
    'The content is not the one that was signed.',
    'The hash of the content is not the signed one.',
  ],
  signature_itself_changed: ['The signature itself was changed.', 'The MAC of the signature is wrong.'],
  signature_missing: [
    'The signature of this record is missing.',
    'A record that needs a signature has none.',
  ],
  signature_unknown_key: [
    'The signature uses a key that this installation does not have.',
    'The key of the signature is unknown here.',
  ],
  signature_retired_key: [
    'The signature uses a key that was no longer in use at that time.',
    'The key of the signature had been replaced when it was used.',
  ],
} as const satisfies ReasonEntries;
