import { expect, test } from 'vitest';
import {
  declaredPercent,
  partsOf,
  progressOfFile,
  unseenStretches,
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
  durationSeconds: null,
  uploadedAt: '2026-01-01T00:00:00.000Z',
  uploadedBy: null,
  conversion: null,
  ...fields,
});
const guide = file('guide.pdf', 'application/pdf', { pages: 6 });

test('[VIEW-01] parts are the text without its list of files, the files by their type, and the link only without files', () => {
  const content = 'Read this.\n\nUploaded Files:\n• guide.pdf (1 MB) | Uploaded: 2026-01-01 by Ada';
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

test('[VIEW-03] what cannot be counted is the mean of its parts; counted parts decide alone', () => {
  const parts = partsOf({
    content: 'Words.',
    files: [file('a.png', 'image/png')],
    contentUrl: null,
    quizQuestions: 0,
  });
  expect(declaredPercent(parts, {})).toBe(0);
  expect(declaredPercent(parts, { text: 0.5 })).toBe(25);
  expect(declaredPercent(parts, { text: 1, 'a.png': 1 })).toBe(100);
  expect(
    declaredPercent(partsOf({ content: 'Words.', files: [guide], contentUrl: null, quizQuestions: 0 }), {
      text: 1,
    }),
  ).toBeNull();
  expect(declaredPercent([], {})).toBeNull();
  // Questions are answered, not seen.
  const asked = partsOf({ content: 'Words.', files: [], contentUrl: null, quizQuestions: 2 });
  expect(declaredPercent(asked, { text: 1 })).toBe(100);
});

test('[VIEW-03] pages on their way count for the eye, and what is left is told in stretches', () => {
  const answer = {
    progress: 0,
    contentSeen: false,
    quiz: null,
    seconds: 0,
    lastPosition: null,
    files: [{ ...guide, seenPages: [1], watched: [], isSeen: false }],
  };
  const progress = progressOfFile(answer, [3, 9], guide);
  expect(progress.seenPages).toEqual([1, 3]);
  expect(unseenStretches(progress)).toEqual([
    [2, 2],
    [4, 6],
  ]);
});

test('[VIEW-01] the open assignment is read, else the latest completed one', () => {
  const row = (id: number, status: string, cycle: number) => ({ id, status, cycle }) as never;
  expect(assignmentToRead([row(1, 'completed', 1), row(2, 'overdue', 2)])).toMatchObject({ id: 2 });
  expect(
    assignmentToRead([row(1, 'completed', 1), row(2, 'completed', 2), row(3, 'voided', 3)]),
  ).toMatchObject({ id: 2 });
  expect(assignmentToRead([])).toBeUndefined();
});
