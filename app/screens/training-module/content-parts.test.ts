import { expect, test } from 'vitest';
import { shareList } from '#shared/domain/viewing/parts.ts';
import {
  firstPart,
  isPartSeen,
  missingParts,
  partsOf,
  progressOfFile,
  unseenRanges,
} from '#app/screens/training-module/content-parts.ts';
import { assignmentToRead } from '#app/screens/training-module/use-viewing.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';

const file = (name: string, contentType: string, fields: Partial<ModuleFile> = {}): ModuleFile => ({
  name,
  originalName: name,
  url: `/api/files/${name}`,
  size: 10,
  contentType,
  sha256: 'aa',
  pages: null,
  isBlank: false,
  durationSeconds: null,
  package: null,
  uploadedAt: '2026-01-01T00:00:00.000Z',
  uploadedBy: null,
  conversion: null,
  ...fields,
});
const guide = file('guide.pdf', 'application/pdf', { pages: 6 });

test('[VIEW-01] parts are the text without its list of files, the files by their type, and the link only without files', () => {
  const content =
    'Read this before the guide.\n\nUploaded Files:\n• guide.pdf (1 MB) | Uploaded: 2026-01-01 by Ada';
  const files = [guide, file('deck.pptx', 'application/vnd.ms-powerpoint'), file('a.png', 'image/png')];
  expect(
    partsOf({ content, files, contentUrl: '/api/files/guide.pdf', quizQuestions: 3 }).map(({ kind }) => kind),
  ).toEqual(['text', 'pdf', 'download', 'image', 'quiz']);
  expect(
    partsOf({ content: ' ', files: [], contentUrl: 'https://training.example/a', quizQuestions: 0 }),
  ).toEqual([{ kind: 'link', key: 'link', url: 'https://training.example/a' }]);
  expect(partsOf({ content: null, files: [], contentUrl: 'javascript:alert(1)', quizQuestions: 0 })).toEqual(
    [],
  );
});

test('[VIEW-01] [MOD-10] what the content rule calls no text is no part, alone and beside a file', () => {
  const none = { files: [], contentUrl: null, quizQuestions: 0 };
  for (const content of [
    'x',
    'Module not loaded: please ask the administrator',
    'Content loaded successfully',
    'Placeholder text, to be replaced',
    'Uploaded Files:\n• guide.pdf (1 MB) | Uploaded: 2026-01-01 by Ada',
  ]) {
    expect(partsOf({ ...none, content }), content).toEqual([]);
    expect(partsOf({ ...none, content, files: [guide] }).map(({ kind }) => kind)).toEqual(['pdf']);
  }
});

test('[VIEW-03] reading goes on at the first part that was not seen, by what the server keeps of each', () => {
  const parts = partsOf({
    content: 'Words that are worth reading.',
    files: [file('a.png', 'image/png'), guide],
    contentUrl: null,
    quizQuestions: 2,
  });
  const answer = (shares: Record<string, number>, isSeen = false) => ({
    progress: 0,
    contentSeen: false,
    quiz: { passed: false },
    seconds: 0,
    lastPosition: null,
    shares: shareList(shares),
    files: [
      { ...file('a.png', 'image/png'), seenPages: [], watched: [], isSeen: null },
      { ...guide, seenPages: [], watched: [], isSeen },
    ],
  });
  const continuesSentence = (shares: Record<string, number>, isSeen?: boolean) =>
    firstPart(parts, answer(shares, isSeen))?.key;
  expect(continuesSentence({})).toBe('text');
  expect(continuesSentence({ text: 0.99 })).toBe('text');
  expect(continuesSentence({ text: 1 })).toBe('a.png');
  expect(continuesSentence({ text: 1, 'a.png': 1 })).toBe('guide.pdf');
  expect(continuesSentence({ text: 1, 'a.png': 1 }, true)).toBe('quiz');
  expect(continuesSentence({ 'a.png': 1 }, true)).toBe('text');
  expect(firstPart(parts, null)?.key).toBe('text');
  // What was seen just now counts before the server has answered, but never for pages.
  expect(parts.map((part) => isPartSeen(part, answer({ text: 1 }), { 'a.png': 1, 'guide.pdf': 1 }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('[VIEW-03] pages on their way count for the eye, and what is left is told in stretches', () => {
  const answer = {
    progress: 0,
    contentSeen: false,
    quiz: null,
    seconds: 0,
    lastPosition: null,
    shares: [],
    files: [{ ...guide, seenPages: [1], watched: [], isSeen: false }],
  };
  const progress = progressOfFile(answer, [3, 9], guide);
  expect(progress.seenPages).toEqual([1, 3]);
  expect(unseenRanges(progress)).toEqual([
    [2, 2],
    [4, 6],
  ]);
});

test('[VIEW-04] what is left to see is told by its parts, with the pages of a document; questions are no content', () => {
  const parts = partsOf({
    content: 'Words that are worth reading.',
    files: [guide, file('a.png', 'image/png')],
    contentUrl: null,
    quizQuestions: 2,
  });
  const answer = {
    progress: 40,
    contentSeen: false,
    quiz: { passed: false },
    seconds: 0,
    lastPosition: null,
    shares: shareList({ text: 1 }),
    files: [
      { ...guide, seenPages: [2, 3], watched: [], isSeen: false },
      { ...file('a.png', 'image/png'), seenPages: [], watched: [], isSeen: null },
    ],
  };
  const left = (waiting: Record<string, number[]>, shares = {}) =>
    missingParts(parts, answer, waiting, shares).map(({ part, stretches }) => [part.key, stretches]);
  expect(left({ 'guide.pdf': [6] })).toEqual([
    [
      'guide.pdf',
      [
        [1, 1],
        [4, 5],
      ],
    ],
    ['a.png', []],
  ]);
  // What is on its way to the server is missing no more.
  expect(left({ 'guide.pdf': [1, 4, 5, 6] }, { 'a.png': 1 })).toEqual([]);
});

test('[VIEW-01] the open assignment is read, else the latest completed one', () => {
  const row = (id: number, status: string, cycle: number) => ({ id, status, cycle }) as never;
  expect(assignmentToRead([row(1, 'completed', 1), row(2, 'overdue', 2)])).toMatchObject({ id: 2 });
  expect(
    assignmentToRead([row(1, 'completed', 1), row(2, 'completed', 2), row(3, 'voided', 3)]),
  ).toMatchObject({ id: 2 });
  expect(assignmentToRead([])).toBeUndefined();
});
