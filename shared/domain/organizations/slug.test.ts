import { describe, expect, test } from 'vitest';
import { freeSlug, isSlug, SLUG_MAX, slugOf } from './slug.ts';

describe('slugs of organizations', () => {
  test.each([
    ['North Clinic', 'north-clinic'],
    ['  Café & Søn, Ltd. ', 'cafe-s-n-ltd'],
    ['A__B--C', 'a-b-c'],
    ['医療', 'organization'],
    ['---', 'organization'],
  ])('[ORG-04] %j becomes %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
    expect(isSlug(slugOf(name))).toBe(true);
  });

  test('[ORG-04] a long name gives a slug of the allowed length without a dash at its end', () => {
    const slug = slugOf(`${'a'.repeat(SLUG_MAX - 1)} b`);
    expect(slug).toBe('a'.repeat(SLUG_MAX - 1));
  });

  test('[ORG-04] a taken slug gets the next free number and keeps its length', () => {
    expect(freeSlug('north', new Set(['north', 'north-2']))).toBe('north-3');
    const long = 'a'.repeat(SLUG_MAX);
    const free = freeSlug(long, new Set([long]));
    expect(free).toHaveLength(SLUG_MAX);
    expect(free.endsWith('-2')).toBe(true);
  });

  test.each(['', '-a', 'a-', 'a--b', 'A', 'a b', 'ä', 'a'.repeat(SLUG_MAX + 1)])(
    '[ORG-04] %j is no slug',
    (text) => {
      expect(isSlug(text)).toBe(false);
    },
  );
});
