/** A rectangle on a page in points from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A run of text as drawn in the document. */
export interface Piece {
  readonly text: string;
  readonly box: Box;
  /** The size of the letters, in points. */
  readonly size: number;
  readonly bold: boolean;
}

/** The content of a page, as far as reflowing needs it. */
export interface PageContent {
  readonly width: number;
  readonly height: number;
  /** Text that runs from left to right, in the order of the document. */
  readonly pieces: readonly Piece[];
  readonly images: readonly Box[];
  /** Filled and stroked shapes: lines, frames, drawings. */
  readonly shapes: readonly Box[];
  /** The share of letters that readers cannot use: unknown characters, or text that does not run from left to right. */
  readonly unreadable: number;
}

/** Returns the smallest rectangle around rectangles; null around none. */
export function around(boxes: readonly Box[]): Box | null {
  const [first, ...others] = boxes;
  if (!first) return null;
  return others.reduce(
    (all, box) => ({
      left: Math.min(all.left, box.left),
      top: Math.min(all.top, box.top),
      right: Math.max(all.right, box.right),
      bottom: Math.max(all.bottom, box.bottom),
    }),
    first,
  );
}

/** Returns a rectangle enlarged by a number of points on each side. */
export function expanded({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** Returns whether two rectangles touch. */
export function touches(one: Box, other: Box): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
  );
}

/** Returns whether the middle of one rectangle is inside another. */
export function isInside(inner: Box, outer: Box): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

/**
 * Returns the share of the smaller of two heights that overlaps, 0 to 1: 1 if they are side by side, 0 if one is above the other.
 */
export function sharedHeight(one: Box, other: Box): number {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
  return lower <= 0 ? 0 : Math.max(0, shared) / lower;
}
