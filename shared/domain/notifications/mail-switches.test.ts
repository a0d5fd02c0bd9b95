import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailCategories, wantsMail } from './mail-switches.ts';

const all = { emailNotifications: true, trainingReminders: true, systemUpdates: true, weeklyDigest: true };

test.each([
  ['training', { emailNotifications: false }, false],
  ['reminder', { emailNotifications: false }, false],
  ['system', { emailNotifications: false }, false],
  ['document', { emailNotifications: false }, false],
  ['document', { trainingReminders: false, systemUpdates: false }, true],
  ['security', { emailNotifications: false, trainingReminders: false, systemUpdates: false }, true],
  ['reminder', { trainingReminders: false }, false],
  ['training', { trainingReminders: false, systemUpdates: false }, true],
  ['system', { systemUpdates: false }, false],
  ['digest', { weeklyDigest: false }, false],
  ['digest', { emailNotifications: false }, false],
  ['digest', { systemUpdates: false, trainingReminders: false }, true],
  ['reminder', { systemUpdates: false }, true],
] as const)('[NOT-02] a mail of category %s with %o goes: %s', (category, change, goes) => {
  expect(wantsMail({ ...all, ...change }, category)).toBe(goes);
});

test('[NOT-02] switching something off never makes a mail go', () => {
  const switches = fc.record({
    emailNotifications: fc.boolean(),
    trainingReminders: fc.boolean(),
    systemUpdates: fc.boolean(),
    weeklyDigest: fc.boolean(),
  });
  const off = fc.constantFrom('emailNotifications', 'trainingReminders', 'systemUpdates', 'weeklyDigest');
  fc.assert(
    fc.property(switches, off, fc.constantFrom(...mailCategories), (person, key, category) => {
      const after = wantsMail({ ...person, [key]: false }, category);
      expect(after && !wantsMail(person, category)).toBe(false);
      expect(wantsMail(all, category)).toBe(true);
    }),
  );
});
