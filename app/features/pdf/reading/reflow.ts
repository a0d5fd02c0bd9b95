import { blocksOf, type Block, type Row } from '#app/features/pdf/reading/blocks.ts';
import { inReadingOrder } from '#app/features/pdf/reading/columns.ts';
import { figureOf, figuresOf, type Figure } from '#app/features/pdf/reading/figures.ts';
import { continuesSentence, joined } from '#app/features/pdf/reading/join-text.ts';
import { around, isInside, sharedHeight, type PageContent } from '#app/features/pdf/reading/page-content.ts';
import { isRepeated, type Profile } from '#app/features/pdf/reading/profile.ts';
import { linesOf, type TextLine } from '#app/features/pdf/reading/text-lines.ts';

/** A page for reading: its text in blocks, or the whole page as a picture if its text is not available. */
export type ReflowedPage =
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }
  | { readonly kind: 'picture'; readonly text: string };

/** Fewer letters than this do not count as text. */
const fewestLetters = 8;
/** An image of this share of the page counts as the page: a scan, or a slide. */
const wholePage = 0.6;
/** With more unreadable letters than this share, the text is not available. */
const mostUnreadable = 0.2;

const letters = (lines: readonly TextLine[]): number =>
  lines.reduce((sum, { text }) => sum + text.replaceAll(/[^\p{L}]/gu, '').length, 0);

function isPicture(page: PageContent, lines: readonly TextLine[]): boolean {
  if (page.unreadable > mostUnreadable) return true;
  const image = page.images.some(
    ({ left, top, right, bottom }) => (right - left) * (bottom - top) >= wholePage * page.width * page.height,
  );
  return image || (letters(lines) < fewestLetters && page.images.length + page.shapes.length > 0);
}

type Thing =
  | { readonly box: TextLine['box']; readonly line: TextLine }
  | { readonly box: TextLine['box']; readonly figure: Figure };

const isMarker = ({ text }: TextLine): boolean =>
  /^(?:[•▪◦‣·●○■□–—-]|[\uF0B7\uF0A7\uF0D8]|\(?(?:\d{1,2}|[a-z])[.)])$/u.test(text);
const isFigureAtEnd = ({ text }: TextLine): boolean => /^(?:\d{1,4}|[ivxl]+)$/.test(text);

/** Lines that are side by side, in reading order. */
function rowsOf(things: readonly Thing[]): (Thing | readonly TextLine[])[] {
  const rows: (Thing | TextLine[])[] = [];
  for (const thing of things) {
    const row = rows.at(-1);
    if (!('line' in thing)) rows.push(thing);
    else if (
      Array.isArray(row) &&
      row.every((line) => sharedHeight(line.box, thing.box) >= 0.5 && line.box.right <= thing.box.left)
    )
      row.push(thing.line);
    else rows.push([thing.line]);
  }
  return rows;
}

/** Joins lines that are side by side and belong together: a bullet and its text, an entry and its page. */
function oneLine(lines: readonly TextLine[]): TextLine {
  const [first] = lines;
  if (!first) throw new Error('a row has lines');
  return {
    ...first,
    text: lines.map(({ text }) => text).join(' '),
    box: around(lines.map(({ box }) => box)) ?? first.box,
    bold: lines.every(({ bold }) => bold),
  };
}

const isCells = (lines: readonly TextLine[]): boolean =>
  lines.length > 2 ||
  (lines.length === 2 && !(lines[0] && isMarker(lines[0])) && !(lines[1] && isFigureAtEnd(lines[1])));

/** Tables without lines become figures: two or more rows of cells, with the single cells between them. */
function withTables(
  rows: readonly (Thing | readonly TextLine[])[],
  page: PageContent,
  lines: readonly TextLine[],
): Row[] {
  const done: Row[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    if ('figure' in row) {
      done.push({ kind: 'figure', box: row.box, figure: row.figure });
      continue;
    }
    if ('line' in row) continue;
    const end = isCells(row) ? endOfTable(rows, at) : at;
    if (end > at) {
      const cells = rows.slice(at, end + 1).flatMap((one) => ('figure' in one || 'line' in one ? [] : one));
      const box = around(cells.map((cell) => cell.box));
      if (box) done.push({ kind: 'figure', box, figure: figureOf(box, lines, page) });
      at = end;
    } else {
      const line = oneLine(row);
      // The picture of a table may extend over the line after it.
      if (done.some((one) => one.kind === 'figure' && isInside(line.box, one.figure.box))) continue;
      done.push({ kind: 'line', line, edge: edgeOf(line, lines) });
    }
  }
  return done;
}

function endOfTable(rows: readonly (Thing | readonly TextLine[])[], start: number): number {
  let end = start;
  for (let at = start + 1; at < rows.length && at - end <= 2; at += 1) {
    const row = rows[at];
    if (!row || 'figure' in row || 'line' in row) break;
    if (isCells(row)) end = at;
  }
  return end;
}

/** Returns the right edge of lines that start at about the same place. */
function edgeOf(line: TextLine, lines: readonly TextLine[]): number {
  const alike = lines.filter(({ box }) => Math.abs(box.left - line.box.left) < 40);
  return Math.max(line.box.right, ...alike.map(({ box }) => box.right));
}

/** Reflows a page (VIEW-02). */
export function reflowPage(page: PageContent, profile: Profile): ReflowedPage {
  const all = linesOf(page.pieces);
  if (isPicture(page, all)) {
    const readable = page.unreadable <= mostUnreadable;
    return { kind: 'picture', text: readable ? all.map(({ text }) => text).join(' ') : '' };
  }
  const lines = all.filter((line) => !isRepeated(line, page, profile));
  const figures = figuresOf(page, lines);
  const free = lines.filter((line) => !figures.some(({ box }) => isInside(line.box, box)));
  const things: Thing[] = [
    ...free.map((line) => ({ box: line.box, line })),
    ...figures.map((figure) => ({ box: figure.box, figure })),
  ];
  return {
    kind: 'blocks',
    blocks: blocksOf(withTables(rowsOf(inReadingOrder(things)), page, free), profile),
  };
}

/**
 * Returns the text of a page's first paragraph that continues the last paragraph of the page before; null if a new paragraph
 * starts.
 */
function continuation(before: ReflowedPage | null, page: ReflowedPage): string | null {
  if (before?.kind !== 'blocks' || page.kind !== 'blocks') return null;
  const [last, first] = [before.blocks.at(-1), page.blocks[0]];
  if (first?.kind !== 'paragraph' || (last?.kind !== 'paragraph' && last?.kind !== 'item')) return null;
  return continuesSentence(last.text, first.text) || /\p{L}[-\u00AD\u2010]$/u.test(last.text)
    ? first.text
    : null;
}

/** Returns a page between its neighbours: a paragraph that is split by the end of a page is complete on the page where it starts. */
export function betweenPages(
  before: ReflowedPage | null,
  page: ReflowedPage,
  after: ReflowedPage | null,
): ReflowedPage {
  if (page.kind !== 'blocks') return page;
  const taken = continuation(before, page) === null ? 0 : 1;
  const blocks = page.blocks.slice(taken);
  const rest = after && continuation(page, after);
  const last = blocks.at(-1);
  if (rest === null || (last?.kind !== 'paragraph' && last?.kind !== 'item'))
    return { kind: 'blocks', blocks };
  return { kind: 'blocks', blocks: [...blocks.slice(0, -1), { ...last, text: joined(last.text, rest) }] };
}
