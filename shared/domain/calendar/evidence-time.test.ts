import { expect, test } from 'vitest';
import { evidenceDay, evidenceTime, instantOf, startOfDay, zonedInstant } from './evidence-time.ts';

/** Intl writes a narrow space before AM and PM. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

const cases = [
  ['2026-07-11T00:24:00Z', 'America/New_York', 'en', 'Jul 10, 2026, 8:24 PM EDT (America/New_York)'],
  ['2026-01-11T01:24:00Z', 'America/New_York', 'en', 'Jan 10, 2026, 8:24 PM EST (America/New_York)'],
  ['2026-07-11T00:24:00Z', 'America/New_York', 'de', '10.07.2026, 20:24 GMT-4 (America/New_York)'],
  ['2026-07-10T22:30:00Z', 'Europe/Berlin', 'en', 'Jul 11, 2026, 12:30 AM GMT+2 (Europe/Berlin)'],
  ['2026-07-10T22:30:00Z', 'Europe/Berlin', 'de', '11.07.2026, 00:30 MESZ (Europe/Berlin)'],
  ['2026-07-10T22:30:00Z', 'UTC', 'en', 'Jul 10, 2026, 10:30 PM UTC'],
  // The hour that clocks run through twice.
  ['2026-11-01T05:30:00Z', 'America/New_York', 'en', 'Nov 1, 2026, 1:30 AM EDT (America/New_York)'],
  ['2026-11-01T06:30:00Z', 'America/New_York', 'en', 'Nov 1, 2026, 1:30 AM EST (America/New_York)'],
  ['2026-07-10T18:20:00Z', 'Asia/Kathmandu', 'en', 'Jul 11, 2026, 12:05 AM GMT+5:45 (Asia/Kathmandu)'],
] as const;

test.each(cases)('[RPT-05] %s in %s reads in %s: %s', (instant, zone, language, text) => {
  expect(plain(evidenceTime(instant, zone, language).text)).toBe(text);
  expect(evidenceTime(new Date(instant), zone, language)).toEqual(evidenceTime(instant, zone, language));
});

test('[RPT-05] a list shows the date in the zone of the record, and a training of the past no time', () => {
  const shown = evidenceTime('2026-07-11T00:24:00Z', 'America/New_York', 'en');
  expect(shown.date).toBe('Jul 10, 2026');
  expect(plain(shown.short)).toBe('Jul 10, 2026, 8:24 PM EDT');
  expect(evidenceTime('2026-07-10T16:00:00Z', 'America/New_York', 'en', 'day').text).toBe(
    'Jul 10, 2026 EDT (America/New_York)',
  );
});

test.each(['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
  '[RPT-05] a day alone stays that day in %s',
  (zone) => {
    const shown = evidenceDay('2026-07-10', zone, 'en');
    expect(shown.date).toBe('Jul 10, 2026');
    expect(shown.text).toMatch(/^Jul 10, 2026 (?:EDT|GMT[+-]\d+|UTC)/);
  },
);

test.each([
  ['2026-07-11T00:24:05.123Z', 'America/New_York', '2026-07-10T20:24:05-04:00'],
  ['2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01T01:30:00-04:00'],
  ['2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01T01:30:00-05:00'],
  ['2026-07-10T18:20:00Z', 'Asia/Kathmandu', '2026-07-11T00:05:00+05:45'],
  ['2026-07-10T18:20:00Z', 'UTC', '2026-07-10T18:20:00+00:00'],
  ['2026-12-31T23:59:59.999Z', 'UTC', '2026-12-31T23:59:59+00:00'],
  ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:59:59+00:00'],
  ['1970-01-01T00:30:00Z', 'America/New_York', '1969-12-31T19:30:00-05:00'],
])('[RPT-05] files write %s in %s as %s, the same instant', (instant, zone, text) => {
  expect(zonedInstant(instant, zone)).toBe(text);
  expect(zonedInstant(Date.parse(instant), zone)).toBe(text);
  expect(Math.floor(Date.parse(text) / 1000)).toBe(Math.floor(Date.parse(instant) / 1000));
});

test.each([
  ['2026-07-10', 'UTC', '2026-07-10T00:00:00.000Z'],
  ['2026-07-10', 'America/New_York', '2026-07-10T04:00:00.000Z'],
  ['2026-01-10', 'America/New_York', '2026-01-10T05:00:00.000Z'],
  ['2026-07-10', 'Asia/Kathmandu', '2026-07-09T18:15:00.000Z'],
  ['2026-07-10', 'Pacific/Kiritimati', '2026-07-09T10:00:00.000Z'],
  // The days on which clocks change start with the offset of the day before.
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
])('[RPT-05] %s in %s starts at %s', (date, zone, instant) => {
  expect(startOfDay(date, zone).toISOString()).toBe(instant);
});

test.each([
  ['2026-07-10', '20:24', 'UTC', '2026-07-10T20:24:00.000Z'],
  ['2026-07-10', '20:24', 'America/New_York', '2026-07-11T00:24:00.000Z'],
  ['2026-01-10', '20:24', 'America/New_York', '2026-01-11T01:24:00.000Z'],
  ['2026-07-10', '00:05', 'Asia/Kathmandu', '2026-07-09T18:20:00.000Z'],
  // Clocks go back: the first of the two.
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-11-01', '02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  // Clocks go forward over it: the first moment after the gap, for every time in it.
  ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08', '02:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-03-29', '02:45', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
])('[RPT-05] the clock shows %s %s in %s at %s', (date, time, zone, instant) => {
  expect(instantOf(date, time, zone).toISOString()).toBe(instant);
});
