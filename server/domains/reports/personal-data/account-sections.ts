import { own, type PersonalSection } from './section.ts';

/** What is kept of a person's account: how one signs in, and what one asked the product for (SEC-03). */
export const accountSections: readonly PersonalSection[] = [
  {
    name: 'sessions',
    about: 'Where you are signed in at the moment.',
    table: 'sessions',
    where: own('user_id'),
    order: 't.created_at',
    without: ['sid', 'sess'],
  },
  {
    name: 'externalIdentities',
    about: 'Who you are at the identity provider through which you sign in.',
    table: 'external_identities',
    where: own('user_id'),
    order: 't.id',
  },
  {
    name: 'secondFactor',
    about: 'When you enrolled an authenticator app; never its secret.',
    table: 'authenticators',
    where: own('user_id'),
    order: 't.user_id',
    without: ['ciphertext', 'key_id'],
  },
  {
    name: 'secondFactorUse',
    about: 'The time step of the last code that was taken, so that no code counts twice.',
    table: 'authenticator_steps',
    where: own('user_id'),
    order: 't.user_id',
  },
  {
    name: 'recoveryCodes',
    about: 'When recovery codes were made and used; never the codes.',
    table: 'recovery_codes',
    where: own('user_id'),
    order: 't.id',
    without: ['code_mac'],
  },
  {
    name: 'temporaryPasswords',
    about:
      'Passwords that an administrator issued for you: when, and whether they were used; never their text.',
    table: 'temporary_credentials',
    where: own('user_id'),
    order: 't.id',
    without: ['ciphertext', 'key_id'],
  },
  {
    name: 'links',
    about:
      'Links that were mailed to you, to confirm an address or to reset a password; never their secret part.',
    table: 'one_time_tokens',
    where: own('user_id'),
    order: 't.id',
    without: ['token_hash', 'payload'],
  },
  {
    name: 'formerAddresses',
    about: 'Addresses that were yours, kept as a keyed fingerprint so that nobody else gets them.',
    table: 'retired_emails',
    where: own('user_id'),
    order: 't.retired_at',
    without: ['email_hmac'],
  },
  {
    name: 'uploads',
    about: 'Files that you uploaded.',
    table: 'uploads',
    where: own('user_id'),
    order: 't.created_at',
    without: ['temporary_name'],
  },
  {
    name: 'uploadedToday',
    about: 'How many files and bytes you uploaded on the last day on which you did.',
    table: 'upload_counts',
    where: own('user_id'),
    order: 't.user_id',
  },
  {
    name: 'filesOpened',
    about: 'When you last opened each file, for as long as it decides whether its pages count.',
    table: 'file_fetches',
    where: own('user_id'),
    order: 't.file_id',
  },
  {
    name: 'exports',
    about: 'Exports that you asked for.',
    table: 'exports',
    where: own('requested_by'),
    order: 't.id',
  },
];
