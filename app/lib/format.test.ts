import { describe, expect, test } from 'vitest';
import { makeFormat } from '#app/lib/format.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('formats', () => {
  test.each([
    ['en', 'UTC', 'Mar 5, 2026'],
    ['de', 'America/Los_Angeles', '05.03.2026'],
    ['fr', 'Europe/London', '5 mars 2026'],
    ['es', 'America/New_York', '5 mar 2026'],
  ])('[SHELL-09] a calendar date in %s is the same day in %s', (locale, zone, expected) => {
    expect(plain(makeFormat(locale, zone).date('2026-03-05'))).toBe(expected);
  });

  test('[SHELL-09] an instant follows the time zone', () => {
    const instant = '2026-03-05T02:30:00.000Z';
    expect(plain(makeFormat('en', 'UTC').dateTime(instant))).toBe('Mar 5, 2026, 2:30 AM UTC');
    expect(plain(makeFormat('en', 'America/Los_Angeles').dateTime(instant))).toBe('Mar 4, 2026, 6:30 PM PST');
    expect(plain(makeFormat('de', 'America/New_York').full(instant))).toContain('21:30');
  });

  test('[SHELL-09] numbers, percentages, sizes and lists follow the language', () => {
    const en = makeFormat('en', 'UTC');
    const de = makeFormat('de', 'UTC');
    expect([en.number(12345.6), de.number(12345.6, 1)]).toEqual(['12,346', '12.345,6']);
    expect([en.percent(87.4), plain(de.percent(87.45, 1))]).toEqual(['87%', '87,5 %']);
    expect([en.bytes(0), en.bytes(950), en.bytes(1_440_000), plain(de.bytes(15_300_000))]).toEqual([
      '0 bytes',
      '950 bytes',
      '1.4 MB',
      '15 MB',
    ]);
    expect(de.list(['A', 'B', 'C'])).toBe('A, B und C');
  });

  test('[SHELL-09] how long ago', () => {
    const now = Date.parse('2026-03-05T12:00:00Z');
    const en = makeFormat('en', 'UTC');
    expect(en.relative('2026-03-05T11:58:00Z', now)).toBe('2 minutes ago');
    expect(en.relative('2026-03-02T12:00:00Z', now)).toBe('3 days ago');
    expect(en.relative('2026-03-05T14:00:00Z', now)).toBe('in 2 hours');
  });
});
