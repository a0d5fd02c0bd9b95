import { expect, test } from 'vitest';
import { edgesOf, widerEdges } from '#app/features/pdf/reading/text-edges.ts';

const page = { width: 600, height: 800, pieces: [], images: [], shapes: [], unreadable: 0 };
const box = (left: number, right: number) => ({ left, right, top: 10, bottom: 20 });

test('[VIEW-02] the text of a page begins and ends where its words, images and drawings do', () => {
  const pieces = [{ text: 'a', size: 10, bold: false, box: box(70, 520) }];
  expect(edgesOf(page)).toBeNull();
  expect(edgesOf({ ...page, pieces })).toEqual({ left: 70, right: 520 });
  // A bar across the whole page is decoration, an image is not: nothing of it is cut off.
  expect(edgesOf({ ...page, pieces, shapes: [box(0, 600)] })).toEqual({ left: 70, right: 520 });
  expect(edgesOf({ ...page, pieces, images: [box(40, 600)] })).toEqual({ left: 40, right: 600 });
  expect(widerEdges({ left: 70, right: 400 }, { left: 90, right: 520 })).toEqual({ left: 70, right: 520 });
});
