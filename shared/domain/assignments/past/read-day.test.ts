import { expect, test } from 'vitest';
import { readDay } from './read-day.ts';

test.each([
  // The year first.
  ['2024-06-03 10:15', '2024-06-03'],
  ['x2024-06-03', undefined],
  ['2024-06-03x', undefined],
  ['2024-06-033', undefined],
  // Digits with the year last.
  ['3-6-2024', '2024-06-03'],
  ['03.06.2024 10:15', '2024-06-03'],
  ['03.06.2024, 10:15', '2024-06-03'],
  ['x03.06.2024', undefined],
  ['03.06.20245', undefined],
  ['03.06.2024x', undefined],
  ['103.06.2024', undefined],
  // A year of two digits.
  ['13/06/24', '2024-06-13'],
  ['13/06/24 10:15', '2024-06-13'],
  ['x13/06/24', undefined],
  ['13/06/245', undefined],
  ['13/06/24x', undefined],
  ['3.6.69', '2069-06-03'],
  ['3.6.70', '1970-06-03'],
  // The day before the name of the month.
  ['3-June-2024', '2024-06-03'],
  ['13  June  2024', '2024-06-13'],
  ['3 Jun., 2024', '2024-06-03'],
  ['3. Juni 2024 10:15', '2024-06-03'],
  ['3 de  junio de  2024', '2024-06-03'],
  ['Montag,3 Juni 2024', '2024-06-03'],
  ['x3 June 2024', undefined],
  ['3 June 20245', undefined],
  ['3 June 2024x', undefined],
  ['3 Juneau 2024', undefined],
  // The name of the month before the day.
  ['Jun. 3, 2024', '2024-06-03'],
  ['June  13,  2024', '2024-06-13'],
  ['June 3 2024', '2024-06-03'],
  ['Monday, June 3, 2024, 10:15 AM', '2024-06-03'],
  ['June 3, 2024 10:15', '2024-06-03'],
  ['Monday,June 3, 2024', '2024-06-03'],
  ['1June 3, 2024', undefined],
  ['June 3, 20245', undefined],
  ['June 3, 2024x', undefined],
  // Seconds.
  ['171740520', '1975-06-11'],
  ['17174052', undefined],
  ['17174052001', undefined],
  ['171740520x', undefined],
  ['x171740520', undefined],
  // Before any training that somebody records.
  ['1899-12-31', undefined],
  ['1900-01-01', '1900-01-01'],
])('[USR-09] the day %s is read as %s', (text, day) => {
  expect(readDay(text, 'day_first')).toBe(day);
});

const writings: Readonly<Record<string, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
};

test.each(Object.entries(writings))(
  '[USR-09] the months in %s are read by their names',
  (_language, names) => {
    expect(names.map((name) => readDay(`3 ${name} 2024`, 'month_first'))).toEqual(
      names.map((_, month) => `2024-${String(month + 1).padStart(2, '0')}-03`),
    );
  },
);
