import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isKnownServerText, translateServerText } from '#app/lib/server-texts.ts';
import '#app/features/files/upload-texts.ts';

const files = join(import.meta.dirname, '../../../server/platform/files');

/** The texts in the sources of the judgement, with something in the places that differ. */
function textsIn(path: string): readonly string[] {
  const source = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const texts = [...source.matchAll(/'((?:[^'\\\n]|\\.)+)'|`([^`]+)`/g)];
  return texts.map(([, plain, template]) => plain ?? template?.replaceAll(/\$\{[^}]*\}/g, '7') ?? '');
}

const typeFiles = readdirSync(join(files, 'types')).filter((name) => !name.includes('.test.'));
const texts = [
  ...typeFiles.flatMap((name) => textsIn(join(files, 'types', name))),
  ...textsIn(join(files, 'store-upload.ts')),
  ...textsIn(join(files, '../../domains/modules/receive-uploads.ts')).map((text) => text.replace('“7” ', '')),
];
const reasons = texts.filter((text) => /^(?:is|has|holds|contains|could|did|unpacks) .*\.$/.test(text));
const contents = texts.filter((text) => /^(?:an? |not text$|XML$)/.test(text));

test('[SHELL-09] [MOD-07] every reason for which a file is refused has its translation', () => {
  expect(reasons).toContain('is empty.');
  expect(reasons).toContain('has 7 × 7 pixels: more than a browser can show.');
  expect(reasons.length).toBeGreaterThan(25);
  expect(reasons.filter((reason) => !isKnownServerText(`“a.pdf” ${reason}`))).toEqual([]);
  expect(contents).toContain('an HTML page');
  expect(contents.length).toBeGreaterThan(20);
  expect(contents.filter((content) => !isKnownServerText(content))).toEqual([]);
});

test('[SHELL-09] [MOD-07] an English reader is told exactly what the server says', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const told = [
    ...reasons.map((reason) => `“a “b” c.pdf” ${reason}`),
    ...contents.map((content) => `“a.pdf” is named .pdf, but its content is ${content}.`),
  ];
  for (const text of told) expect(translateServerText(text)).toBe(text);
});

test('[SHELL-09] what a file is instead is translated inside of its sentence', () => {
  const sentence = msg({ message: '“{0}” is named .{1}, but its content is {2}.' }).id;
  const german = [
    [sentence, ['„', ['0'], '“ heißt .', ['1'], ', ist aber ', ['2'], '.']],
    [msg`an HTML page`.id, ['eine HTML-Seite']],
  ] as const;
  i18n.loadAndActivate({ locale: 'de', messages: Object.fromEntries(german) });
  expect(translateServerText('“a.pdf” is named .pdf, but its content is an HTML page.')).toBe(
    '„a.pdf“ heißt .pdf, ist aber eine HTML-Seite.',
  );
});
