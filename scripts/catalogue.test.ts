import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsReasons } from '#shared/reasons/imports.ts';
import { languages } from '#shared/domain/people/settings.ts';
import { readTranslations } from '#server/platform/texts/read-translations.ts';
import { declaredTexts } from './extract-texts.ts';
import { root } from './steps.ts';

const parts = ['app', 'public', 'server', 'staff'];

const translationsOf = (part: string, language: string) =>
  readTranslations(fs.readFileSync(path.join(root, `app/locales/${part}/${language}.po`), 'utf8'));

/** Names of the values in a message, and its tags. */
function placesOf(message: string): readonly string[] {
  const names = new Set<string>();
  const visit = (token: unknown, first = false): void => {
    if (typeof token === 'string') {
      for (const [tag] of token.matchAll(/<\/?\d+\/?>/gu)) names.add(tag);
    } else if (Array.isArray(token)) {
      if (!first && typeof token[0] === 'string') names.add(token[0]);
      for (const part of first ? token : token.slice(2)) visit(part);
    } else if (typeof token === 'object' && token !== null) {
      for (const branch of Object.values(token)) visit(branch, true);
    }
  };
  visit(compileMessageOrThrow(message), true);
  return [...names].toSorted();
}

/** What is wrong with the translations of a message. */
function faultsOf(english: ReadonlyMap<string, string>, translated: ReadonlyMap<string, string>): string[] {
  return [...english].flatMap(([id, message]) => {
    const translation = translated.get(id);
    if (translation === undefined) return [`${id}: no translation`];
    const [wanted, found] = [placesOf(message), placesOf(translation)];
    return String(wanted) === String(found) ? [] : [`${id}: ${String(found)} instead of ${String(wanted)}`];
  });
}

test('[SHELL-09] every text of the catalogue is translated, with the values that English has', () => {
  const planted = {
    same: '{n, plural, =1 {{name}} other {<0>all</0>}}',
    lost: 'Dear {name}',
    missing: 'Yes',
  };
  const wrong = { same: '{n, plural, other {<0>{name}</0>}}', lost: 'Lieber {nam}' };
  expect(faultsOf(new Map(Object.entries(planted)), new Map(Object.entries(wrong)))).toEqual([
    'lost: nam instead of name',
    'missing: no translation',
  ]);
  for (const part of parts) {
    const english = translationsOf(part, 'en');
    expect(english.size).toBeGreaterThan(100);
    for (const language of languages)
      expect([part, language, ...faultsOf(english, translationsOf(part, language))]).toEqual([
        part,
        language,
      ]);
  }
});

test('[SHELL-09] a text with an id has one translation in all parts of the catalogue', () => {
  for (const language of languages) {
    const seen = new Map<string, string>();
    const differing = parts.flatMap((part) =>
      [...translationsOf(part, language)].flatMap(([id, text]) => {
        if (!/^[a-z]\w*(?:\.\w+)+$/u.test(id)) return [];
        const before = seen.get(id) ?? text;
        seen.set(id, text);
        return before === text ? [] : [`${part} ${id}: ${before} / ${text}`];
      }),
    );
    expect([language, ...differing]).toEqual([language]);
  }
});

/** Sources of server and shared by their paths. */
const sources = fs
  .globSync('{server,shared}/**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|d)\.ts$/u.test(file))
  .map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')] as const);

test('[SHELL-09] the catalogue holds the texts that are declared, those of the server in its part', async () => {
  const declared = await Promise.all(
    sources.map(async ([file, code]) =>
      (await declaredTexts(file, code)).map(({ id, message }) => ({ file, id, message })),
    ),
  );
  const texts = declared.flat();
  expect(new Set(texts.map(({ id }) => id)).size).toBe(texts.length);
  const server = translationsOf('server', 'en');
  const anywhere = new Map(parts.flatMap((part) => [...translationsOf(part, 'en')]));
  const wrong = texts.filter(
    ({ file, id, message }) => (file.startsWith('server/') ? server : anywhere).get(id) !== message,
  );
  expect(wrong).toEqual([]);
  const known = new Set([
    ...texts.map(({ id }) => id),
    ...Object.keys(importsReasons).map((code) => `reason.${code}`),
  ]);
  expect([...server.keys()].filter((id) => !known.has(id))).toEqual([]);
});

/** Texts that the file which declares them, and those that import it, never name. */
async function unusedTexts(files: readonly (readonly [file: string, code: string])[]): Promise<string[]> {
  const importersOf = (file: string) =>
    files.filter(([, other]) => other.includes(`/${path.basename(file)}'`));
  const declaring = files.filter(([, code]) => code.includes('= defineTexts('));
  const unused = declaring.map(async ([file, code]) => {
    const direct = importersOf(file);
    const readers = [...direct, ...direct.flatMap(([reader]) => importersOf(reader))].map(
      ([, other]) => other,
    );
    const constants = [...code.matchAll(/\bconst (\w+)[^=]* = defineTexts\(/gu)].map(([, name]) => name);
    // An email says its subject, lines and label by whole.
    const mail = /MailTemplate/u.test(code) ? 'subject lines label' : '';
    const using = [code.replaceAll(/= defineTexts\([^]*?\n?\}\);/gu, ''), mail, ...readers].join('\n');
    const isNamed = (word: string) => new RegExp(String.raw`\b${word}\b`, 'u').test(using);
    const isChosenFrom = (word: string) =>
      new RegExp(String.raw`\b(?:${[word, 'texts', ...constants].join('|')})\[`, 'u').test(using);
    return (await declaredTexts(file, code)).flatMap(({ id }) => {
      const [parent = '', last = ''] = id
        .replace(/\.\d+$/u, '')
        .split('.')
        .slice(-2);
      return isNamed(last) || isChosenFrom(parent) ? [] : [id];
    });
  });
  return (await Promise.all(unused)).flat();
}

test('[SHELL-09] every declared text is used', async () => {
  const declaring =
    "export const aTexts = defineTexts('a', {\n used: 'x', forgotten: 'y', kinds: { one: 'z' } \n});";
  const using = "import { aTexts } from './a.ts';\n say(aTexts.used, aTexts.kinds[kind])";
  expect(
    await unusedTexts([
      ['a.ts', declaring],
      ['b.ts', using],
    ]),
  ).toEqual(['a.forgotten']);
  // The texts of the trail have the names of actions, fields and records, with which their own tests compare them.
  const named = sources.filter(([file]) => !file.startsWith('shared/trail/'));
  expect(await unusedTexts(named)).toEqual([]);
});

test('[SHELL-09] a text that is no plain literal is refused, since the catalogue could not have it', async () => {
  await expect(declaredTexts('a.ts', "defineTexts('a', { b: `${c}` })")).rejects.toThrow('no plain literal');
  await expect(declaredTexts('a.ts', "defineTexts('a', { b: ['x', c] })")).rejects.toThrow(
    'no plain literal',
  );
});
