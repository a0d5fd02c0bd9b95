import { expect, test } from 'vitest';
import type { Part } from '#app/features/pdf/layout.ts';
import { PageVisibility } from '#app/features/pdf/page-visibility.ts';

const part = (top: number, bottom: number, left = 0, right = 1): Part => ({ top, bottom, left, right });
const showing = (...pages: readonly (readonly [page: number, part: Part])[]) => new Map(pages);

/** Looks every 250 ms from one time to another; answers what was seen. */
function watch(
  sight: PageVisibility,
  from: number,
  to: number,
  visible: ReadonlyMap<number, Part>,
): number[] {
  const seen: number[] = [];
  for (let now = from; now <= to; now += 250) seen.push(...sight.look(now, visible));
  return seen;
}

test('[VIEW-03] a page counts once half of it was visible for one second, and not before', () => {
  const sight = new PageVisibility();
  expect(watch(sight, 0, 750, showing([1, part(0.5, 1)], [2, part(0, 0.4)]))).toEqual([]);
  expect(watch(sight, 1000, 5000, showing([1, part(0.5, 1)], [2, part(0, 0.4)]))).toEqual([1]);
});

test('[VIEW-03] turning pages faster than a second counts none', () => {
  const sight = new PageVisibility();
  const seen = [1, 2, 3, 4].flatMap((page) =>
    watch(sight, page * 1000, page * 1000 + 750, showing([page, part(0, 1)])),
  );
  expect(seen).toEqual([]);
});

test('[VIEW-03] coming back begins anew', () => {
  const sight = new PageVisibility();
  watch(sight, 0, 750, showing([1, part(0, 1)]));
  watch(sight, 1000, 1250, showing());
  expect(watch(sight, 1500, 2250, showing([1, part(0, 1)]))).toEqual([]);
  expect(watch(sight, 2500, 2750, showing([1, part(0, 1)]))).toEqual([1]);
});

test('[VIEW-03] a tab that slept has seen nothing meanwhile', () => {
  const sight = new PageVisibility();
  sight.look(0, showing([1, part(0, 1)]));
  expect(sight.look(60_000, showing([1, part(0, 1)]))).toEqual([]);
  expect(watch(sight, 60_250, 61_000, showing([1, part(0, 1)]))).toEqual([1]);
});

test('[VIEW-03] a page larger than the frame counts by its parts: a third and a third, each for a second', () => {
  const sight = new PageVisibility();
  expect(watch(sight, 0, 2000, showing([1, part(0, 0.34)]))).toEqual([]);
  expect(watch(sight, 2250, 3000, showing([1, part(0.34, 0.67)]))).toEqual([]);
  expect(watch(sight, 3250, 3500, showing([1, part(0.34, 0.67)]))).toEqual([1]);
  const narrow = new PageVisibility();
  expect(watch(narrow, 0, 9000, showing([1, part(0, 1, 0, 0.4)]))).toEqual([]);
});
