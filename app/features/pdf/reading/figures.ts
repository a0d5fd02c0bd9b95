import {
  around,
  expanded,
  isInside,
  touches,
  type Box,
  type PageContent,
} from '#app/features/pdf/reading/page-content.ts';
import type { TextLine } from '#app/features/pdf/reading/text-lines.ts';

/** A part of a page that is shown as a picture. */
export interface Figure {
  readonly box: Box;
  /** The text in it, for people who cannot see it. */
  readonly text: string;
}

const width = ({ left, right }: Box): number => right - left;
const height = ({ top, bottom }: Box): number => bottom - top;

/** Smaller images are marks and decoration. In points. */
const smallest = 28;
/** More shapes than these are one drawing. */
const mostShapes = 1500;

/** Boxes that touch each other, joined, with the number of boxes in each. */
function clusters(boxes: readonly Box[], reach: number): { box: Box; count: number }[] {
  let groups = boxes.map((box) => ({ box, count: 1 }));
  for (let changed = true; changed;) {
    changed = false;
    const next: typeof groups = [];
    for (const group of groups) {
      const other = next.find((candidate) => touches(expanded(candidate.box, reach), group.box));
      if (other) {
        other.box = around([other.box, group.box]) ?? other.box;
        other.count += group.count;
        changed = true;
      } else next.push({ ...group });
    }
    groups = next;
  }
  return groups;
}

/** A frame around running text is not a figure: its text is read like any other. */
function isFrame(box: Box, lines: readonly TextLine[]): boolean {
  const inside = lines.filter((line) => isInside(line.box, box));
  if (inside.length === 0) return false;
  const alone = inside.every(
    (line) =>
      !inside.some(
        (other) =>
          other !== line && other.box.top < line.box.bottom - 2 && other.box.bottom > line.box.top + 2,
      ),
  );
  const mean = inside.reduce((sum, line) => sum + width(line.box), 0) / inside.length;
  return alone && (mean >= 0.45 * width(box) || inside.length === 1);
}

/** Returns the figures of a page: images, drawings, and tables with lines (VIEW-02). */
export function figuresOf(
  page: Pick<PageContent, 'width' | 'height' | 'images' | 'shapes'>,
  lines: readonly TextLine[],
): readonly Figure[] {
  const images = page.images.filter((box) => width(box) >= smallest || height(box) >= smallest);
  const shapes = page.shapes.filter(
    (box) => !(width(box) >= 0.85 * page.width && (height(box) >= 0.85 * page.height || height(box) < 3)),
  );
  const all = around(shapes);
  const drawings =
    shapes.length > mostShapes && all
      ? [{ box: all, count: shapes.length }]
      : clusters(shapes, 3).filter(({ count }) => count >= 3);
  const figures = clusters(
    [
      ...images,
      ...drawings
        .map(({ box }) => box)
        .filter((box) => width(box) >= 60 && height(box) >= 30 && !isFrame(box, lines)),
    ],
    6,
  );
  return figures.map(({ box }) => figureOf(box, lines, page));
}

/** Returns a figure with the short labels at its edges, such as those of axes and parts. */
export function figureOf(
  box: Box,
  lines: readonly TextLine[],
  page: Pick<PageContent, 'width' | 'height'>,
): Figure {
  const labels = lines.filter((line) => line.text.length <= 12 && touches(expanded(box, 8), line.box));
  const whole = around([box, ...labels.map((line) => line.box)]) ?? box;
  return {
    box: {
      left: Math.max(0, whole.left - 3),
      top: Math.max(0, whole.top - 3),
      right: Math.min(page.width, whole.right + 3),
      bottom: Math.min(page.height, whole.bottom + 3),
    },
    text: lines
      .filter((line) => isInside(line.box, whole))
      .map(({ text }) => text)
      .join(' '),
  };
}
