import { expect, test } from 'vitest';
import { findPatterns } from './plain-english.ts';

test('a document with a refused pattern is named with its line and a better word', () => {
  expect(findPatterns('docs/planted.md', 'One.\n\nThe name stands under\nthe date.\n')).toEqual([
    'docs/planted.md:3 "stands" → is, appears, is shown, is recorded',
  ]);
  expect(findPatterns('docs/planted.md', 'It is sent by\nhand.\n')).toEqual([
    'docs/planted.md:1 "by hand" → manually, manual',
  ]);
  expect(findPatterns('docs/planted.md', '- Who has no account gets one.\n')).toHaveLength(1);
});

test('code, addresses of links and good words are left alone in documents', () => {
  const good = [
    '`stands` is a [name](stands-by-hand.md).',
    '```\nwho told him\n```',
    '1. Indented:\n\n   ```php\n   // who told him\n   ```',
    'Standards are understood. The role must own the database. People who have an account wait for the lock.',
    'Who may call this, and with whose ids?',
  ];
  expect(findPatterns('docs/planted.md', good.join('\n\n'))).toEqual([]);
});

test('English entries of the catalogue are read, also those with an id; comments and sources are not', () => {
  const entry = '#. told {0}\n#: app/told.tsx\nmsgid "You are told."\nmsgstr "You are told."\n';
  expect(
    findPatterns('app/locales/app/en.po', `${entry}\nmsgid ""\n"It was done by hand."\nmsgstr ""\n`),
  ).toEqual(['app/locales/app/en.po:7 "by hand" → manually, manual']);
  const withId =
    '#. js-lingui-explicit-id\n#: server/a.ts\nmsgid "a.mail"\nmsgstr "It was done by hand."\n\n';
  expect(findPatterns('app/locales/server/en.po', withId + entry)).toEqual([
    'app/locales/server/en.po:4 "by hand" → manually, manual',
  ]);
});

test('comments of a program are read, also over the ends of lines; code and texts are not', () => {
  const program = [
    "const told = 'The name stands here.';",
    '/**',
    ' * Is sent by',
    ' * hand.',
    ' */',
    'export const by = hand; // for ever',
    'call(by, /* hand */ told);',
  ].join('\n');
  expect(findPatterns('server/platform/planted.ts', program)).toEqual([
    'server/platform/planted.ts:3 "by hand" → manually, manual',
    'server/platform/planted.ts:6 "for ever" → permanently, indefinitely',
  ]);
  expect(findPatterns('tests/planted.ts', program)).toEqual([]);
});
