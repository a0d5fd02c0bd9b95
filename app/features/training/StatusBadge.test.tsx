import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { effectiveStatuses } from '#shared/domain/assignments/status.ts';
import { statusLooks } from '#app/features/training/StatusBadge.tsx';

test('[LRN-01] [SHELL-10] each status, Expired among them, has its label, colour and icon to itself', () => {
  expect(effectiveStatuses).toContain('expired');
  const looks = effectiveStatuses.map((status) => statusLooks[status]);
  for (const part of ['tone', 'icon'] as const)
    expect(new Set(looks.map((look) => look[part])).size, part).toBe(effectiveStatuses.length);
  expect(new Set(looks.map(({ label }) => i18n._(label))).size).toBe(effectiveStatuses.length);
  expect(i18n._(statusLooks.expired.label)).toBe('Expired');
});
