import { expect, test } from 'vitest';
import {
  moved,
  newItems,
  orderOf,
  storedItems,
} from '#app/screens/training-modules/content/content-items.ts';
import type { ModuleFile } from '#app/features/files/module-file.ts';

const stored = (name: string): ModuleFile => ({
  name: `stored-${name}`,
  originalName: name,
  url: '',
  size: 5,
  contentType: 'text/plain',
  sha256: '',
  pages: null,
  isBlank: false,
  durationSeconds: null,
  uploadedAt: '2026-01-01T00:00:00.000Z',
  uploadedBy: null,
  conversion: null,
});

test('[MOD-06] the order of the page is the order that is sent, with new files at their places', () => {
  const [first, second] = [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')];
  const items = [...storedItems([stored('one.txt'), stored('two.txt')]), ...newItems([first, second])];
  expect(orderOf(items)).toEqual({
    keepFiles: ['stored-one.txt', 'stored-two.txt', 'file_0', 'file_1'],
    files: [first, second],
  });
  const turned = moved(moved(items, 3, 0), 1, 2);
  expect(orderOf(turned)).toEqual({
    keepFiles: ['file_0', 'stored-two.txt', 'stored-one.txt', 'file_1'],
    files: [second, first],
  });
  expect(moved(items, 0, -1)).toBe(items);
  expect(moved(items, 3, 4)).toBe(items);
  expect(new Set(items.map(({ key }) => key)).size).toBe(4);
});
