import type { PageContent } from '#app/features/pdf/reading/page-content.ts';
import { linesOf, type TextLine } from '#app/features/pdf/reading/text-lines.ts';

/** The common properties of the pages of a document. */
export interface Profile {
  /** Size of the running text in points. */
  readonly bodySize: number;
  /** The running text is bold: then bold text is not a heading. */
  readonly bodyBold: boolean;
  /** The distance from line to line, in sizes of the letters. */
  readonly leading: number;
  /** Sizes of headings, the largest first. */
  readonly headingSizes: readonly number[];
  /** Lines that repeat at the edges of pages: headers and footers. */
  readonly repeated: ReadonlySet<string>;
}

/** The share of the page, at its top and bottom, that headers and footers occupy. */
const edge = 0.12;
/** A heading is larger than the running text by this factor. */
const larger = 1.12;

const pageNumber = /^(?:\p{L}+\.? )?#+(?: ?(?:of|von|de|sur|\/|-|–|\|) ?#+)?$/u;

/**
 * Returns the key by which a line is compared with lines of other pages. Digits are ignored, because page numbers change from
 * page to page.
 */
const keyOf = ({ text }: TextLine): string => text.replaceAll(/\d+/g, '#').toLowerCase();

const isAtEdge = ({ box }: TextLine, height: number): boolean =>
  box.bottom < height * edge || box.top > height * (1 - edge);

/** Returns whether a line is a header or footer: the reading mode leaves it out, because the page view shows it (VIEW-02). */
export function isRepeated(
  line: TextLine,
  { height }: Pick<PageContent, 'height'>,
  { repeated }: Profile,
): boolean {
  return isAtEdge(line, height) && repeated.has(keyOf(line));
}

const round = (size: number): number => Math.round(size * 2) / 2;

/** Returns the profile of a document, derived from some of its pages. */
export function profileOf(pages: readonly PageContent[]): Profile {
  const letters = new Map<number, { all: number; bold: number }>();
  const advances: number[] = [];
  const seen = new Map<string, number>();
  for (const page of pages) {
    const lines = linesOf(page.pieces);
    const keys = new Set<string>();
    for (const [at, line] of lines.entries()) {
      const count = letters.get(round(line.size)) ?? { all: 0, bold: 0 };
      count.all += line.text.length;
      if (line.bold) count.bold += line.text.length;
      letters.set(round(line.size), count);
      if (isAtEdge(line, page.height)) keys.add(keyOf(line));
      const next = lines[at + 1];
      if (next && next.box.top > line.box.top && round(next.size) === round(line.size))
        advances.push((next.box.top - line.box.top) / line.size);
    }
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const [bodySize, body] = [...letters].reduce(
    (best, one) => (one[1].all > best[1].all ? one : best),
    [11, { all: 0, bold: 0 }],
  );
  const needed = Math.max(2, Math.ceil(pages.length * 0.4));
  const usual = advances
    .filter((advance) => advance > 0.8 && advance < 2.2)
    .sort((one, other) => one - other);
  return {
    bodySize,
    bodyBold: body.bold > body.all / 2,
    leading: usual[Math.floor(usual.length / 2)] ?? 1.25,
    headingSizes: [...letters.keys()]
      .filter((size) => size >= bodySize * larger)
      .sort((one, other) => other - one),
    repeated: new Set(
      [...seen].flatMap(([key, count]) =>
        count >= needed || (pages.length > 1 && pageNumber.test(key)) ? [key] : [],
      ),
    ),
  };
}
