import { expect, test } from 'vitest';
import { fillText, paragraphsOf, wrongMailText } from './mail-texts.ts';

const frame = { placeholders: ['title', 'person'], hasList: true, hasLink: true };
const right = { subject: 'About {title}', body: 'Hello {person},\n\n{list}\n\nSee you.\n\n{link}\n\nBye' };

test.each([
  [{}, []],
  [{ subject: 'No name at all' }, []],
  [{ subject: 'About {titel}' }, ['subject']],
  [{ subject: 'About {link}' }, ['subject']],
  [{ subject: 'About {title' }, ['subject']],
  [{ body: 'Hello {somebody}\n\n{list}\n\n{link}' }, ['body']],
  [{ body: 'Hello\n\n{link}' }, ['body']],
  [{ body: '{list}\n\nHello' }, ['body']],
  [{ body: '{list}\n\nHere: {link}' }, ['body']],
  [{ body: '{list}\n\n{link}\n\n{link}' }, ['body']],
  [{ body: '{link}\n\n{list}' }, ['body']],
])('[NOT-06] a text with %o is wrong at %j', (change, fields) => {
  expect(wrongMailText(frame, { ...right, ...change }).map(({ field }) => field)).toEqual(fields);
});

test('[NOT-06] an email without list and link needs neither, and takes none', () => {
  const plain = { placeholders: [], hasList: false, hasLink: false };
  expect(wrongMailText(plain, { subject: 'Done', body: 'It is done.' })).toEqual([]);
  expect(wrongMailText(plain, { subject: 'Done', body: '{link}' })).toHaveLength(1);
});

test('[NOT-06] values are put into their places once, and are never read for places', () => {
  expect(fillText('{title} of {person}', { title: '{person}', person: 'Ann' })).toBe('{person} of Ann');
  expect(paragraphsOf('a\nb\n \nc\n\n\n')).toEqual(['a\nb', 'c']);
});
