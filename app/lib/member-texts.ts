import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerPattern, type ServerText } from '#app/lib/server-texts.ts';

/**
 * Texts of the server and the contract that signed-in people can meet, to the letter (SHELL-09). A test finds those
 * of the contract that are missing here.
 */
export const memberTexts: readonly ServerText[] = [
  [
    'Confirm once more at your organization that it is you.',
    msg`Confirm once more at your organization that it is you.`,
  ],
  ['The request body could not be read.', msg`The request body could not be read.`],
  [
    'Send JSON, or multipart where files are expected.',
    msg`Send JSON, or multipart where files are expected.`,
  ],
  ['The request is larger than this call allows.', msg`The request is larger than this call allows.`],
  ['You may not do this.', msg`You may not do this.`],
  ['Change your password before you go on.', msg`Change your password before you go on.`],
  ['Set up two-factor sign-in before you go on.', msg`Set up two-factor sign-in before you go on.`],
  ['This code is not right.', msg`This code is not right.`],
  [
    'Two-factor sign-in is switched off with your password and a code.',
    msg`Two-factor sign-in is switched off with your password and a code.`,
  ],
  ['This account is not active: no link was sent.', msg`This account is not active: no link was sent.`],
  ['This person has no two-factor sign-in.', msg`This person has no two-factor sign-in.`],
  [
    'Switch your own two-factor sign-in off in your settings.',
    msg`Switch your own two-factor sign-in off in your settings.`,
  ],
  [
    'Choose a password that differs from the current one',
    msg`Choose a password that differs from the current one`,
  ],
  ['This password cannot be used.', msg`This password cannot be used.`],
  ['Enter your current password.', msg`Enter your current password.`],
  ['The current password is not right.', msg`The current password is not right.`],
  [
    'Passwords of admin accounts are not viewed or set by others.',
    msg`Passwords of admin accounts are not viewed or set by others.`,
  ],
  ['This method is not offered here.', msg`This method is not offered here.`],
  ['This no longer fits what is stored.', msg`This no longer fits what is stored.`],
  ['Someone changed this in the meantime.', msg`Someone changed this in the meantime.`],
  ['This already exists.', msg`This already exists.`],
  [
    'This step is not possible from the current status.',
    msg`This step is not possible from the current status.`,
  ],
  ['This completion needs a signature.', msg`This completion needs a signature.`],
  [
    'Accept first that your electronic signature binds you.',
    msg`Accept first that your electronic signature binds you.`,
  ],
  ['The signature was refused.', msg`The signature was refused.`],
  ['Choose your own password before you sign.', msg`Choose your own password before you sign.`],
  ['The content has not been seen completely yet.', msg`The content has not been seen completely yet.`],
  ['Content Not Available', msg`Content Not Available`],
  ['A reason is needed for this.', msg`A reason is needed for this.`],
  ['This training is already assigned.', msg`This training is already assigned.`],
  ['This name stands in more than one organization.', msg`This name stands in more than one organization.`],
  ['The effect has changed since you saw it.', msg`The effect has changed since you saw it.`],
  ['Enrol an authenticator first.', msg`Enrol an authenticator first.`],
  [
    'This Idempotency-Key was used for another request.',
    msg`This Idempotency-Key was used for another request.`,
  ],
  ['This file cannot be accepted.', msg`This file cannot be accepted.`],
  ['This file is larger than allowed.', msg`This file is larger than allowed.`],
  [
    'The stored file does not match its checksum and is not served.',
    msg`The stored file does not match its checksum and is not served.`,
  ],
  ['There is not enough space to store this.', msg`There is not enough space to store this.`],
  ['Unknown field', msg`Unknown field`],
  ['Must be a positive whole number', msg`Must be a positive whole number`],
  ['Must be a whole number', msg`Must be a whole number`],
  ['Must be a whole number of days', msg`Must be a whole number of days`],
  ['Must be a whole number of months', msg`Must be a whole number of months`],
  ['Must be a whole number of minutes', msg`Must be a whole number of minutes`],
  ['Must be one line of text', msg`Must be one line of text`],
  ['Contains characters that are not text', msg`Contains characters that are not text`],
  ['Must be a date like 2026-01-31', msg`Must be a date like 2026-01-31`],
  ['Must be a link that starts with https://', msg`Must be a link that starts with https://`],
  ['Must be a time zone such as Europe/Berlin', msg`Must be a time zone such as Europe/Berlin`],
  [
    'Use small letters, digits and single dashes between them',
    msg`Use small letters, digits and single dashes between them`,
  ],
  ['From 5 to 480 minutes', msg`From 5 to 480 minutes`],
  ['Not a user id', msg`Not a user id`],
  ['Not a code', msg`Not a code`],
  ['Not a certificate number', msg`Not a certificate number`],
  ['Not a viewer session', msg`Not a viewer session`],
  ['Not an effect hash', msg`Not an effect hash`],
  ['User ID is required', msg`User ID is required`],
  ['Job title is required', msg`Job title is required`],
  ['Title is required', msg`Title is required`],
  ['Description is required', msg`Description is required`],
  ['Content type is required', msg`Content type is required`],
  ['Category name is required', msg`Category name is required`],
  ['Organization name is required', msg`Organization name is required`],
  ['Organization type is required', msg`Organization type is required`],
  ['Department name is required', msg`Department name is required`],
  ['First name required', msg`First name required`],
  ['Last name required', msg`Last name required`],
  ['Valid email required', msg`Valid email required`],
  ['Please fill in all fields', msg`Please fill in all fields`],
  ['Please select a template', msg`Please select a template`],
  ['Please select at least one user', msg`Please select at least one user`],
  ['Please select at least one module to assign', msg`Please select at least one module to assign`],
  ['Please select at least one training assignment', msg`Please select at least one training assignment`],
  ['Please select an existing training matrix', msg`Please select an existing training matrix`],
  ['Please select a department for the new matrix', msg`Please select a department for the new matrix`],
  ['Please provide a matrix name', msg`Please provide a matrix name`],
  [
    'Choose either an existing or a new training matrix',
    msg`Choose either an existing or a new training matrix`,
  ],
  ['An inspector needs an expiry date', msg`An inspector needs an expiry date`],
  ['The meaning of the signature is missing', msg`The meaning of the signature is missing`],
  ['Accept the agreement to go on', msg`Accept the agreement to go on`],
  ['Password must be at least 8 characters long', msg`Password must be at least 8 characters long`],
  ["Passwords don't match", msg`Passwords don't match`],
  [
    'This password is too common. Choose one that others would not guess.',
    msg`This password is too common. Choose one that others would not guess.`,
  ],
  ['Password must not be your email address', msg`Password must not be your email address`],
  ['Password must not be your name', msg`Password must not be your name`],
  ['Module Not Found', msg`Module Not Found`],
  ['There is no such training matrix.', msg`There is no such training matrix.`],
  [
    'The content has not been uploaded yet. Please contact the administrator.',
    msg`The content has not been uploaded yet. Please contact the administrator.`,
  ],
  ['This module has no published content.', msg`This module has no published content.`],
  [
    'The upload is no longer there. Please upload the file again.',
    msg`The upload is no longer there. Please upload the file again.`,
  ],
  ['Start the training before you complete it.', msg`Start the training before you complete it.`],
  ['The quiz has not been passed yet.', msg`The quiz has not been passed yet.`],
  [
    'Only the due date of an open training can be moved.',
    msg`Only the due date of an open training can be moved.`,
  ],
  [
    'A completed training is only removed with a reason; it stays in the history.',
    msg`A completed training is only removed with a reason; it stays in the history.`,
  ],
  [
    'This training is completed already; assign it again as retraining, with a reason.',
    msg`This training is completed already; assign it again as retraining, with a reason.`,
  ],
  ['Nobody records a past training of their own.', msg`Nobody records a past training of their own.`],
  ['A signature needs its meaning.', msg`A signature needs its meaning.`],
  ['The password was changed in the meantime.', msg`The password was changed in the meantime.`],
  [
    'This organization already has a department of this name.',
    msg`This organization already has a department of this name.`,
  ],
  ['Another organization has this slug.', msg`Another organization has this slug.`],
  [
    'The last active administrator cannot be deactivated, demoted, erased or archived.',
    msg`The last active administrator cannot be deactivated, demoted, erased or archived.`,
  ],
  ['No new email address waits for its confirmation.', msg`No new email address waits for its confirmation.`],
  [
    'The link was just sent. Wait a minute before you ask for another.',
    msg`The link was just sent. Wait a minute before you ask for another.`,
  ],
  ['Choose a picture', msg`Choose a picture`],
];

/** Those with figures in them, and what the schema library says of a value that no form of ours sends. */
export const memberPatterns: readonly ServerPattern[] = [
  [
    /^Password must be at least (\d+) characters$/,
    msg({ message: 'Password must be at least {0} characters' }),
  ],
  [
    /^Password must be at most (\d+) characters$/,
    msg({ message: 'Password must be at most {0} characters' }),
  ],
  [/^At most (\d+) characters$/, msg({ message: 'At most {0} characters' })],
  [/^At most (\d+) modules$/, msg({ message: 'At most {0} modules' })],
  [/^At most (\d+) people at once$/, msg({ message: 'At most {0} people at once' })],
  [/^At most (\d+) assignments at once$/, msg({ message: 'At most {0} assignments at once' })],
  [
    /^“(.+)” is not of a type that can be uploaded\. Accepted are (.+)\.$/,
    msg({ message: '“{0}” is not of a type that can be uploaded. Accepted are {1}.' }),
  ],
  [
    /^“(.+)” is named \.(\w+), but its content is that of a \.(\w+) file\.$/,
    msg({ message: '“{0}” is named .{1}, but its content is that of a .{2} file.' }),
  ],
  [
    /^“(.+)” is named \.(\w+), but its content is .+\.$/,
    msg({ message: '“{0}” is named .{1}, but its content is something else.' }),
  ],
  [
    /^“(.+)” is larger than the (\d+) MB allowed for its type\.$/,
    msg({ message: '“{0}” is larger than the {1} MB allowed for its type.' }),
  ],
  [/^“(.+)” is empty\.$/, msg({ message: '“{0}” is empty.' })],
  [/^At most (\d+)$/, msg({ message: 'At most {0}' })],
  [/^At least (\d+)$/, msg({ message: 'At least {0}' })],
  [/^Invalid (?:input|option|string|key|value)|^Too (?:big|small)/, msg`This value is not valid`],
];

addServerTexts(memberTexts, memberPatterns);
