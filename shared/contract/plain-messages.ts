import type { $ZodErrorMap, $ZodRawIssue } from 'zod/v4/core';

const kinds: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  tuple: 'Must be a list',
  object: 'Must be an object',
  record: 'Must be an object',
  date: 'Must be a time like 2026-01-31T14:30:00Z',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Valid email required',
  url: 'Must be a link',
  date: 'Must be a date like 2026-01-31',
  datetime: 'Must be a time like 2026-01-31T14:30:00Z',
};

/**
 * The message of an issue for which its schema has no words of its own (SEC-01): an API client reads what to send, and never the
 * validator's own text.
 */
export const plainMessage: $ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : (kinds[issue.expected] ?? 'Not a valid value');
    case 'invalid_value':
      return `Must be one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'Not in the expected format';
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'not_multiple_of':
      return `Must be a multiple of ${String(issue.divisor)}`;
    case 'unrecognized_keys':
      return 'Unknown field';
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'custom':
      return 'Not a valid value';
  }
};

function tooSmall({ origin, minimum }: $ZodRawIssue & { code: 'too_small' }): string {
  const least = String(minimum);
  if (origin === 'string') return least === '1' ? 'Required' : `At least ${least} characters`;
  if (origin === 'array') return least === '1' ? 'Choose at least one' : `At least ${least} entries`;
  return `Must be at least ${least}`;
}

function tooBig({ origin, maximum }: $ZodRawIssue & { code: 'too_big' }): string {
  const most = String(maximum);
  if (origin === 'string') return `At most ${most} characters`;
  if (origin === 'array') return `At most ${most} entries`;
  return `Must be at most ${most}`;
}
