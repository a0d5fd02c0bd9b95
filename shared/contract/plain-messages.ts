import type { $ZodErrorMap, $ZodRawIssue } from 'zod/v4/core';
import { because } from '#shared/reasons/in-schema.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';

const kinds: Readonly<Record<string, PlainReason>> = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_whole',
  boolean: 'not_boolean',
  array: 'not_a_list',
  tuple: 'not_a_list',
  object: 'not_an_object',
  record: 'not_an_object',
  date: 'not_a_time',
};

const formats: Readonly<Record<string, PlainReason>> = {
  email: 'email_invalid',
  url: 'not_a_link',
  date: 'not_a_date',
  datetime: 'not_a_time',
};

/**
 * Returns the message of an issue whose schema has no message (SEC-01): an API client reads what to send, and never the
 * validator's own text.
 */
export const plainMessage: $ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? because('required') : (kinds[issue.expected] ?? because('invalid'));
    case 'invalid_value':
      return because('not_one_of', { values: issue.values.map(String).join(', ') });
    case 'invalid_format':
      return formats[issue.format] ?? because('wrong_format');
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'not_multiple_of':
      return because('not_multiple', { step: issue.divisor });
    case 'unrecognized_keys':
      return because('unknown_field');
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'custom':
      return because('invalid');
  }
};

function tooSmall({ origin, minimum: least }: $ZodRawIssue & { code: 'too_small' }): string {
  const minimum = Number(least);
  if (origin === 'string') return minimum === 1 ? because('required') : because('too_short', { minimum });
  if (origin === 'array') return minimum === 1 ? because('choose_one') : because('too_few', { minimum });
  return because('too_small', { minimum });
}

function tooBig({ origin, maximum: most }: $ZodRawIssue & { code: 'too_big' }): string {
  const maximum = Number(most);
  if (origin === 'string') return because('too_long', { maximum });
  return because(origin === 'array' ? 'too_many' : 'too_big', { maximum });
}
