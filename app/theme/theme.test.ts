import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { night, surfaces, teal, toneColors, tones, type Scheme } from '#app/theme/tokens.ts';

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

describe.each<Scheme>(['light', 'dark'])('%s theme', (scheme) => {
  const { page, surface, raised, text, dimmed, error, link } = surfaces[scheme];
  const backgrounds = { page, surface, raised };

  test.each(Object.entries(backgrounds))(
    '[SHELL-10] text, dimmed, error and link read on %s',
    (_, background) => {
      for (const color of [text, dimmed, error, link])
        expect(contrast(color, background)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(tones)('[SHELL-10] %s reads on its tint and on every surface, its mark is seen', (tone) => {
    const colors = toneColors[scheme][tone];
    expect(contrast(colors.text, colors.tint)).toBeGreaterThanOrEqual(4.5);
    for (const background of Object.values(backgrounds)) {
      expect(contrast(colors.text, background)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colors.mark, background)).toBeGreaterThanOrEqual(3);
    }
  });
});

test('[SHELL-10] the label of a primary button reads in both themes', () => {
  expect(contrast('#ffffff', teal[7])).toBeGreaterThanOrEqual(4.5);
  expect(contrast(surfaces.light.text, teal[4])).toBeGreaterThanOrEqual(4.5);
  expect(contrast(night[2], surfaces.dark.surface)).toBeGreaterThanOrEqual(4.5);
});

test('[PERF-02] nothing blurs what lies behind it: without a graphics card an open dialog would keep half a processor busy', () => {
  const folder = join(import.meta.dirname, '..');
  const blurred = globSync('**/*.{css,tsx,ts}', { cwd: folder }).filter(
    (file) =>
      !file.includes('.test.') &&
      /backdrop-filter|\bblur[:=]|blur\(/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(blurred).toEqual([]);
});
