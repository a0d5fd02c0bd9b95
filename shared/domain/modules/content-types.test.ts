import { expect, test } from 'vitest';
import { fullFormContentTypes, moduleContentTypes, secondDialogContentTypes } from './content-types.ts';

test('[MOD-03] ten types in the full form, five in the second dialog, eleven in all', () => {
  expect(fullFormContentTypes).toEqual([
    'video',
    'pdf',
    'self-learning',
    'instructor-led',
    'virtual-classroom',
    'quiz',
    'presentation',
    'webinar',
    'hands-on',
    'e-learning',
  ]);
  expect(secondDialogContentTypes).toEqual(['pdf', 'video', 'presentation', 'quiz', 'text']);
  expect(new Set(moduleContentTypes)).toEqual(
    new Set([...fullFormContentTypes, ...secondDialogContentTypes]),
  );
  expect(moduleContentTypes).toHaveLength(11);
});

test('[MOD-02] the placeholder is no type to choose', () => {
  expect(moduleContentTypes).not.toContain('placeholder');
});
