import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  defaultSettings,
  effectiveSessionMinutes,
  isSessionTimeout,
  readerZone,
  settingsWithDefaults,
  timeZoneLabels,
} from './settings.ts';

test('[SET-02] the defaults', () => {
  expect(defaultSettings).toEqual({
    emailNotifications: true,
    browserNotifications: true,
    trainingReminders: true,
    systemUpdates: false,
    weeklyDigest: false,
    language: 'en',
    timezone: null,
    theme: 'dark',
    sessionTimeout: 60,
    requirePasswordChange: false,
    twoFactorEnabled: false,
  });
  expect(settingsWithDefaults(null)).toEqual(defaultSettings);
  expect(settingsWithDefaults({})).toEqual(defaultSettings);
});

test('[SHELL-09] labels stand for IANA zones that the platform knows', () => {
  expect(timeZoneLabels.map((label) => [label, readerZone(label, 'Europe/Berlin')])).toEqual([
    ['UTC', 'UTC'],
    ['EST', 'America/New_York'],
    ['CST', 'America/Chicago'],
    ['PST', 'America/Los_Angeles'],
    ['GMT', 'Europe/London'],
  ]);
  for (const label of timeZoneLabels) {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: readerZone(label, null) })).not.toThrow();
  }
});

test('[SHELL-09] [RPT-05] who has chosen no zone reads in that of the organization, without one in UTC', () => {
  expect(readerZone(null, 'Europe/Berlin')).toBe('Europe/Berlin');
  expect(readerZone(null, null)).toBe('UTC');
  expect(readerZone('UTC', 'Europe/Berlin')).toBe('UTC');
  expect(settingsWithDefaults({ timezone: 'UTC' }).timezone).toBe('UTC');
  expect(settingsWithDefaults({ timezone: 'Mars' }).timezone).toBeNull();
});

test.each([
  [5, true],
  [480, true],
  [60, true],
  [4, false],
  [481, false],
  [5.5, false],
  ['60', false],
  [null, false],
  [Number.NaN, false],
])('[SET-02] %j is a session timeout: %s', (value, expected) => {
  expect(isSessionTimeout(value)).toBe(expected);
});

test('[AUTH-05] the idle time is never above the maximum of the organization', () => {
  expect(effectiveSessionMinutes(60, null)).toBe(60);
  expect(effectiveSessionMinutes(60, 30)).toBe(30);
  expect(effectiveSessionMinutes(15, 30)).toBe(15);
});

test('[SET-02] stored values are kept, impossible ones replaced, unknown and inherited keys dropped', () => {
  const stored = JSON.parse(
    '{"theme":"light","language":"xx","sessionTimeout":3,"systemUpdates":true,"role":"admin","__proto__":{"timezone":"PST"}}',
  ) as Record<string, unknown>;
  expect(settingsWithDefaults(stored)).toEqual({ ...defaultSettings, theme: 'light', systemUpdates: true });
  expect(settingsWithDefaults(Object.create({ timezone: 'PST' }) as Record<string, unknown>).timezone).toBe(
    null,
  );
});

test('[SET-02] whatever is stored, the settings are whole and stable', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(defaultSettings), 'x'), fc.jsonValue()),
      (stored) => {
        const settings = settingsWithDefaults(stored);
        expect(Object.keys(settings)).toEqual(Object.keys(defaultSettings));
        expect(settingsWithDefaults({ ...settings })).toEqual(settings);
        expect(isSessionTimeout(settings.sessionTimeout)).toBe(true);
      },
    ),
  );
});

test.each([
  [null, null, ['America/New_York'], 'America/New_York'],
  [null, null, ['America/New_York', 'America/New_York'], 'America/New_York'],
  [null, null, ['America/New_York', 'Europe/Berlin'], 'UTC'],
  [null, 'Europe/Berlin', ['America/New_York'], 'Europe/Berlin'],
  ['UTC', null, ['America/New_York'], 'UTC'],
] as const)(
  '[RPT-05] [SHELL-09] chosen %s, organization in %s, grants in %j: reads in %s',
  (chosen, own, granted, zone) => {
    expect(readerZone(chosen, own, granted)).toBe(zone);
  },
);
