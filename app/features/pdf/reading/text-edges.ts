import type { TextEdges } from '#app/features/pdf/layout.ts';
import { around, type PageContent } from '#app/features/pdf/reading/page-content.ts';

/** Returns the left and right edges of the content of a page; bars across the whole page do not count. Null for an empty page. */
export function edgesOf({ width, pieces, images, shapes }: PageContent): TextEdges | null {
  const box = around([
    ...pieces.map((piece) => piece.box),
    ...images,
    ...shapes.filter(({ left, right }) => right - left < 0.95 * width),
  ]);
  return box && { left: Math.max(0, box.left), right: Math.min(width, box.right) };
}

/** Combines the edges of several pages of the same width, so that the text of all of them has one size. */
export function widerEdges(one: TextEdges | undefined, other: TextEdges): TextEdges {
  return one ? { left: Math.min(one.left, other.left), right: Math.max(one.right, other.right) } : other;
}
