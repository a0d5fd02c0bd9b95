import fs from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { Language } from '#shared/domain/people/settings.ts';
import { defineTexts, type Text } from '#shared/texts/define-texts.ts';
import type { ParamsOf } from '#shared/texts/params-of.ts';
import { formatMessage } from './format-message.ts';
import { readTranslations } from './read-translations.ts';
import { translate, translateAll } from './translate.ts';

test('[SHELL-09] texts get their ids from the area and their names, and English is what is declared', () => {
  const texts = defineTexts('planted', {
    subject: 'For {name}',
    lines: ['One', 'Two'],
    kinds: { a: 'A', b: 'B' },
  });
  expect(texts.lines[1]).toEqual({ id: 'planted.lines.2', message: 'Two' });
  expect(texts.kinds.b).toEqual({ id: 'planted.kinds.b', message: 'B' });
  expect(translate('en', texts.subject, { name: 'Ada' })).toBe('For Ada');
  expect(translateAll('en', texts, { name: 'Ada' })).toEqual({
    subject: 'For Ada',
    lines: ['One', 'Two'],
    kinds: { a: 'A', b: 'B' },
  });
});

test('[SHELL-09] a text is said in the language of the reader, in English where nobody has translated it', () => {
  const texts = defineTexts('mail.footer', { settings: 'Your settings', planted: 'Not translated' });
  expect(translate('de', texts.settings)).toBe('Ihre Einstellungen');
  expect(translate('fr', texts.planted)).toBe('Not translated');
});

test('[SHELL-09] numbers follow the plural rules of the language', () => {
  const message = '{n, plural, =0 {none} one {{n} x} other {{n} y}}';
  const said = (language: string) => [0, 1, 2, 1_000_000].map((n) => formatMessage(message, { n }, language));
  expect(said('en')).toEqual(['none', '1 x', '2 y', '1000000 y']);
  expect(formatMessage('{n, plural, one {{n} x} other {{n} y}}', { n: 0 }, 'fr')).toBe('0 x');
  expect(formatMessage('{kind, select, a {{n, number}} other {?}}', { kind: 'a', n: 1234 }, 'de')).toBe(
    '1.234',
  );
});

test('[SIG-02] typed texts are shown to the letter, also those that look like a message', () => {
  const name = String.raw`\u202e {x} 'y' <b>#`;
  expect(formatMessage('“{name}”', { name }, 'en')).toBe(`“${name}”`);
});

test('[SHELL-09] a missing value is an error and not a gap', () => {
  expect(() => formatMessage('For {name}', {}, 'en')).toThrow('"name"');
});

test('[SHELL-09] translations are read as Lingui writes them', () => {
  const po =
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n#. note\n#: a.ts\nmsgid "a.b"\nmsgstr ""\n"Er sagt \\"ja\\"\\n"\n"und geht"\n\nmsgid "c"\nmsgstr ""\n\n#~ msgid "old"\n#~ msgstr "alt"\n';
  expect(readTranslations(po)).toEqual(new Map([['a.b', 'Er sagt "ja"\nund geht']]));
  const file = new URL('../../../app/locales/server/de.po', import.meta.url);
  const text = fs.readFileSync(file, 'utf8');
  expect(readTranslations(text).size).toBe([...text.matchAll(/^#\. js-lingui-explicit-id$/gmu)].length);
});

test('[SHELL-09] the values of a message are known from its English', () => {
  expectTypeOf(translate<Text<'Yes'>>).parameters.toEqualTypeOf<[language: Language, text: Text<'Yes'>]>();
  expectTypeOf<ParamsOf<'{a} and {b}'>>().toEqualTypeOf<{
    readonly a: string | number;
    readonly b: string | number;
  }>();
  expectTypeOf<
    ParamsOf<'{n, plural, =1 {{self, select, true {You {m}} other {{name}}}} other {{n} of {list}}}'>
  >().toEqualTypeOf<{
    readonly n: number;
    readonly self: string;
    readonly m: string | number;
    readonly name: string | number;
    readonly list: string | number;
  }>();
});
