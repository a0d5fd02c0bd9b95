import { expect, test } from 'vitest';
import {
  fullFormContentTypes,
  isHiddenType,
  moduleContentTypes,
  secondDialogContentTypes,
  viewerTypeOf,
  viewerTypes,
} from './content-types.ts';

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

test('[MOD-02] the placeholder type is hidden and no type to choose', () => {
  expect(isHiddenType('placeholder')).toBe(true);
  expect(moduleContentTypes.filter(isHiddenType)).toEqual([]);
  expect(moduleContentTypes).not.toContain('placeholder');
});

test('[VIEW-01] every type has a way to be shown', () => {
  expect(viewerTypes).toEqual(['pdf', 'video', 'presentation', 'other']);
  expect(moduleContentTypes.map((type) => [type, viewerTypeOf(type)])).toEqual([
    ['video', 'video'],
    ['pdf', 'pdf'],
    ['self-learning', 'other'],
    ['instructor-led', 'other'],
    ['virtual-classroom', 'other'],
    ['quiz', 'other'],
    ['presentation', 'presentation'],
    ['webinar', 'other'],
    ['hands-on', 'other'],
    ['e-learning', 'other'],
    ['text', 'other'],
  ]);
});
