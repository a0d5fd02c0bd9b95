import { expect, test } from 'vitest';
import {
  anchorAt,
  layOut,
  pageGap,
  pageInView,
  pagesToDraw,
  percentOf,
  scrollTopOf,
  sharpness,
  stepZoom,
  visiblePart,
} from '#app/features/pdf/layout.ts';

const portrait = { width: 600, height: 800 };
const landscape = { width: 1200, height: 600 };
const frame = { width: 624, height: 700 };

test('[VIEW-02] fitting the width is decided page by page, and pages stand under each other', () => {
  const { places, width, height } = layOut([portrait, landscape, portrait], 'width', frame);
  expect(places.map((place) => [place.width, place.height])).toEqual([
    [600, 800],
    [600, 300],
    [600, 800],
  ]);
  expect(places.map(({ top }) => top)).toEqual([12, 824, 1136]);
  expect(width).toBe(624);
  expect(height).toBe(1136 + 800 + pageGap);
});

test('[VIEW-02] fitting the page shows all of it; a scale may be wider than the frame', () => {
  const [place] = layOut([portrait], 'page', frame).places;
  expect(place?.height).toBe(676);
  const wide = layOut([portrait], 1.5, frame);
  expect(wide.places[0]).toMatchObject({ width: 1200, height: 1600, left: pageGap });
  expect(wide.width).toBe(1224);
});

test('[VIEW-02] by itself a document is as wide as its place, but not larger than printed', () => {
  expect(layOut([portrait], 'auto', frame).places[0]?.width).toBe(600);
  expect(layOut([portrait], 'auto', { width: 2000, height: 700 }).places[0]?.width).toBe(800);
});

test('[VIEW-02] the zoom buttons go to the next step from any fitted scale', () => {
  const scale = layOut([portrait], 'width', frame).places[0]?.scale ?? 0;
  expect(percentOf(scale)).toBe(75);
  expect(stepZoom(scale, 1)).toBe(1);
  expect(stepZoom(scale, -1)).toBe(0.5);
  expect(stepZoom(10, 1)).toBe(4);
  expect(stepZoom(0.1, -1)).toBe(0.5);
});

test('[VIEW-02] what is at the upper edge stays there when the zoom changes', () => {
  const sizes = Array.from({ length: 30 }, () => portrait);
  const before = layOut(sizes, 'width', frame);
  const anchor = anchorAt(before, 5000);
  const after = layOut(sizes, 2, frame);
  expect(anchorAt(after, scrollTopOf(after, anchor))).toMatchObject({ page: anchor.page });
  expect(anchorAt(after, scrollTopOf(after, anchor)).share).toBeCloseTo(anchor.share, 5);
});

test('[VIEW-02] the page in view is the one that fills most of the frame; only its neighbours are drawn', () => {
  const layout = layOut(
    Array.from({ length: 30 }, () => portrait),
    'width',
    frame,
  );
  expect(pageInView(layout, 0, frame)).toBe(1);
  expect(pageInView(layout, 700, frame)).toBe(2);
  expect(pageInView(layout, layout.height - frame.height, frame)).toBe(30);
  expect(pagesToDraw(layout, 8000, frame)).toEqual([9, 10, 11, 12]);
});

test('[VIEW-03] the visible part of a page in shares of it', () => {
  const place = { top: 100, left: 0, width: 600, height: 800, scale: 1, cut: 0, fullWidth: 600 };
  expect(visiblePart(place, { left: 0, right: 600, top: 0, bottom: 500 })).toEqual({
    left: 0,
    right: 1,
    top: 0,
    bottom: 0.5,
  });
  expect(visiblePart(place, { left: 0, right: 600, top: 900, bottom: 1600 })).toBeNull();
});

test('[VIEW-02] a giant page is drawn within what a browser can draw', () => {
  expect(sharpness({ width: 900, height: 1200 }, 2)).toBe(2);
  const giant = { width: 900, height: 90_000 };
  expect(giant.height * sharpness(giant, 3)).toBeLessThanOrEqual(8192);
});

test('[VIEW-02] [SHELL-11] on a phone the text fills the width and the margins are cut off', () => {
  const a4 = { width: 595, height: 842 };
  const phone = { width: 360, height: 600 };
  const edges = { left: 71, right: 524 };
  const [place] = layOut([a4], 'text', phone, () => edges).places;
  const whole = layOut([a4], 'width', phone).places[0];
  // 467 points instead of 595 on 356 pixels.
  expect(place?.scale).toBeCloseTo(356 / 467, 5);
  expect((place?.scale ?? 0) / (whole?.scale ?? 1)).toBeGreaterThan(1.3);
  expect(place?.cut).toBe(Math.floor(64 * (356 / 467)));
  expect(place?.width).toBeLessThanOrEqual(356);
  expect(layOut([a4], 'text', phone, () => edges).width).toBe(360);
  // A page whose text nobody knows keeps its margins; a few words are not blown up.
  expect(layOut([a4], 'text', phone).places[0]).toMatchObject({ cut: 0, width: 356 });
  expect(
    percentOf(layOut([a4], 'text', phone, () => ({ left: 200, right: 290 })).places[0]?.scale ?? 0),
  ).toBe(150);
});
