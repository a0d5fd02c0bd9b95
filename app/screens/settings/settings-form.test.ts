import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#shared/domain/people/settings.ts';
import { changedByReset, isTimeout, resetSettings, valuesOf } from './settings-form.ts';

describe('the form of the settings', () => {
  test('[SET-02] a reset sends every default of §9 but two-factor', () => {
    const { twoFactorEnabled, ...rest } = defaultSettings;
    expect(resetSettings()).toEqual(rest);
    expect(resetSettings()).not.toHaveProperty('twoFactorEnabled');
    expect(twoFactorEnabled).toBe(false);
  });

  test('[SET-02] a reset names what it changes, and never two-factor', () => {
    expect(changedByReset(defaultSettings)).toEqual([]);
    expect(
      changedByReset({ ...defaultSettings, theme: 'light', sessionTimeout: 5, twoFactorEnabled: true }),
    ).toEqual(['theme', 'sessionTimeout']);
  });

  test('[SET-02] two-factor is not among the values that Save sends', () => {
    expect(valuesOf({ ...defaultSettings, twoFactorEnabled: true })).not.toHaveProperty('twoFactorEnabled');
  });

  test.each([
    [5, true],
    [480, true],
    ['60', true],
    [4, false],
    [481, false],
    [30.5, false],
    ['', false],
  ])('[SET-02] %s minutes: %s', (value, allowed) => {
    expect(isTimeout(value)).toBe(allowed);
  });
});
