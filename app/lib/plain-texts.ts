import { msg } from '@lingui/core/macro';
import type { ServerPattern, ServerText } from '#app/lib/server-texts.ts';

/** What `plainMessage` of the contract says of a wrong value, to the letter (SEC-01, SHELL-09). */
export const plainTexts: readonly ServerText[] = [
  ['Required', msg`Required`],
  ['Must be text', msg`Must be text`],
  ['Must be a number', msg`Must be a number`],
  ['Must be true or false', msg`Must be true or false`],
  ['Must be a list', msg`Must be a list`],
  ['Must be an object', msg`Must be an object`],
  ['Must be a link', msg`Must be a link`],
  ['Must be a time like 2026-01-31T14:30:00Z', msg`Must be a time like 2026-01-31T14:30:00Z`],
  ['Not a valid value', msg`Not a valid value`],
  ['Not in the expected format', msg`Not in the expected format`],
  ['Choose at least one', msg`Choose at least one`],
];

/** Those with figures and values in them. */
export const plainPatterns: readonly ServerPattern[] = [
  [/^At least (\d+) characters$/, msg({ message: 'At least {0} characters' })],
  [/^At least (\d+) entries$/, msg({ message: 'At least {0} entries' })],
  [/^At most (\d+) entries$/, msg({ message: 'At most {0} entries' })],
  [/^Must be at least (\S+)$/, msg({ message: 'Must be at least {0}' })],
  [/^Must be at most (\S+)$/, msg({ message: 'Must be at most {0}' })],
  [/^Must be a multiple of (\S+)$/, msg({ message: 'Must be a multiple of {0}' })],
  [/^Must be one of: (.+)$/s, msg({ message: 'Must be one of: {0}' })],
  [/^At most (\d+)$/, msg({ message: 'At most {0}' })],
  [/^At least (\d+)$/, msg({ message: 'At least {0}' })],
];
