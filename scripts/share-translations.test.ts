import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shareTranslations } from './share-translations.ts';
import { root } from './steps.ts';

const head = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n';
const entry = (message: string, translation: string, note = '#: a.ts') =>
  `\n${note}\n${message}\nmsgstr ${translation}\n`;

test('an empty translation comes from the same message of another catalogue', () => {
  const staff = [
    head,
    entry('msgid "trail.field.name"', '"Name der Stelle"'),
    entry('msgid "Long"', '""\n"eins\\n"\n"zwei"'),
    entry('msgctxt "verb"\nmsgid "Open"', '"Öffnen"'),
    entry('msgid "Other"', '"Anders"'),
  ].join('');
  const server = [
    head,
    entry('msgid "trail.field.name"', '""', '#. id\n#: b.ts'),
    entry('msgid "Long"', '""'),
    entry('msgid "Open"', '""'),
    entry('msgid "Other"', '"Sonstige"'),
  ].join('');
  const page = [head, entry('msgid "Other"', '""'), entry('msgctxt "verb"\nmsgid "Open"', '""')].join('');
  expect(shareTranslations([staff, server, page])).toEqual([
    staff,
    [
      head,
      entry('msgid "trail.field.name"', '"Name der Stelle"', '#. id\n#: b.ts'),
      entry('msgid "Long"', '""\n"eins\\n"\n"zwei"'),
      entry('msgid "Open"', '""'),
      entry('msgid "Other"', '"Sonstige"'),
    ].join(''),
    [head, entry('msgid "Other"', '""'), entry('msgctxt "verb"\nmsgid "Open"', '"Öffnen"')].join(''),
  ]);
});

test('catalogues without empty translations stay as they are', () => {
  const folder = path.join(root, 'app/locales');
  const texts = fs
    .readdirSync(folder)
    .map((part) => fs.readFileSync(path.join(folder, part, 'fr.po'), 'utf8'));
  expect(shareTranslations(texts)).toEqual(texts);
});
