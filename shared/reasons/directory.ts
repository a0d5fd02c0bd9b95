import type { ReasonEntries } from './reason.ts';

/** The reasons why a call of a company directory is refused (OPS-06). */
export const directoryReasons = {
  directory_user_name_needed: ['A userName is required.', 'The person has no userName.'],
  directory_user_name_taken: ['Another person has this userName.', 'The userName is in use.'],
  directory_account_refused: [
    'This email belongs to an account that the directory cannot manage.',
    'The account is that of an administrator, or it is outside the organization of the token.',
  ],
  directory_administrator: [
    'The directory cannot change an administrator. It can only deactivate the account.',
    'The person is an administrator.',
  ],
  directory_organization: [
    'There is no active organization with the name “{name}”.',
    'The attribute organization names no organization.',
    { name: 'text' },
  ],
  directory_value: [
    'The value of {name} is not valid.',
    'An attribute has a value of the wrong form.',
    { name: 'text' },
  ],
  directory_filter: ['This filter is not supported.', 'The filter cannot be read, or is too long.'],
  directory_patch: ['This change is not supported.', 'An operation of a PATCH cannot be carried out.'],
  directory_group_large: [
    'Choose a group of at most {maximum, number} people.',
    'The group has too many members to give a role.',
    { maximum: 'number' },
  ],
  directory_group_name_needed: ['A displayName is required.', 'The group has no displayName.'],
} as const satisfies ReasonEntries;
