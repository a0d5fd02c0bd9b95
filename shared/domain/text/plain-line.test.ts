import { describe, expect, test } from 'vitest';
import { nameKey, plainLine, seenText } from './plain-line.ts';

describe('the form of a line of text', () => {
  test.each([
    ['zero-width spaces', '\u200B\u200B'],
    ['a joiner alone', '\u200D'],
    ['a word joiner and a byte order mark', '\u2060\uFEFF'],
    ['soft hyphens', '\u00AD\u00AD'],
    ['fillers of Hangul', '\u3164\u115F\u1160\uFFA0'],
    ['an empty braille cell', '\u2800'],
    ['spaces that do not break', '\u00A0\u202F\u3000'],
    ['a selector of variants', '\uFE0F'],
    ['marks of direction', '\u202E\u200F\u2066\u2069'],
    ['tags', '\u{E0041}\u{E007F}'],
    ['a mark without a letter', ' \u0301'],
    ['nothing', '  '],
  ])('[USR-01][USR-06] %s: nothing visible is empty', (_, text) => {
    expect(plainLine(text)).toBe('');
    expect(seenText(text)).toBe('');
  });

  test.each([
    ['a direction that is turned', 'Ann \u202Efdp.exe\u202C', 'Ann fdp.exe'],
    ['isolates', '\u2068Ann\u2069 Lee', 'Ann Lee'],
    ['a soft hyphen', 'Quali\u00ADty', 'Quality'],
    ['a zero-width space', 'Quality\u200B Assurance', 'Quality Assurance'],
    ['a joiner between Latin letters', 'Q\u200DA', 'QA'],
    ['a selector after a Latin letter', 'QA\uFE0F', 'QA'],
    ['a space that does not break', 'Quality\u00A0Assurance', 'Quality Assurance'],
    ['two spaces, and some around', '  Quality \u2003 Assurance ', 'Quality Assurance'],
    ['letters with accents apart', 'Jose\u0301', 'José'],
    ['accents parted by what nobody sees', 'Jose\u200B\u0301', 'José'],
  ])('[USR-01][ORG-03] %s: stored in one form', (_, text, plain) => {
    expect(plainLine(text)).toBe(plain);
    expect(plainLine(plain)).toBe(plain);
  });

  test.each([
    ['Persian with its joiner', 'علی\u200Cرضا'],
    ['Sinhala with its joiner', 'ශ්\u200Dරී'],
    ['Arabic and Hebrew', 'محمد שלום'],
    ['a family of emoji', '👩\u200D👩\u200D👧'],
    ['a heart with its selector', '❤\uFE0F\u200D🔥'],
    ['a variant of a Japanese name', '葛\u{E0100}城'],
    ['Vietnamese, Turkish and German', 'Nguyễn İnönü Groß'],
    ['Korean and Chinese', '김철수 王小明'],
    ['a control character, which is refused elsewhere', '\u0007'],
    ['a line end, which is refused elsewhere', 'two\nlines'],
  ])('[USR-01] %s: unchanged', (_, text) => {
    expect(plainLine(text)).toBe(text);
  });

  test('[ORG-03][USR-06] one key whatever the case, the spaces and what nobody sees', () => {
    const same = ['QA Lab', 'qa  lab', 'QA\u00A0Lab', 'QA\u200B Lab', ' QA LAB '];
    expect(new Set(same.map(nameKey))).toEqual(new Set(['qa lab']));
    expect(nameKey('ΣΑΣ')).toBe('σασ');
    expect(nameKey('QALab')).not.toBe(nameKey('QA Lab'));
  });

  test('[USR-01] several lines keep their lines and spaces', () => {
    expect(seenText('One \u202Eline\n  and\u200B another')).toBe('One line\n  and another');
  });
});
