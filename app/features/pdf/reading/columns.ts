import type { Box } from '#app/features/pdf/reading/page-content.ts';

interface Placed {
  readonly box: Box;
}

/** Fewer lines than this on one side are not a column. */
const fewest = 4;
/** Lines of a column fill this share of its width on average; cells of a table and notes do not. */
const fill = 0.55;

const byPlace = (one: Placed, other: Placed): number =>
  one.box.top - other.box.top || one.box.left - other.box.left;

/**
 * Returns the things on a page in reading order: down each column, with things that span the columns between them. Cells of
 * a table are not columns: they do not fill theirs.
 */
export function inReadingOrder<Thing extends Placed>(things: readonly Thing[]): readonly Thing[] {
  const gutter = gutterOf(things);
  if (gutter === null) return inRows(things);
  const [left, right, spanning] = partedAt(things, gutter);
  const ordered: Thing[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const bar of [...spanning.toSorted(byPlace), null]) {
    const to = bar?.box.top ?? Number.POSITIVE_INFINITY;
    const within = ({ box }: Placed): boolean => box.top >= from && box.top < to;
    ordered.push(...inReadingOrder(left.filter(within)), ...inReadingOrder(right.filter(within)));
    if (bar) ordered.push(bar);
    from = to;
  }
  return ordered;
}

/** Sorts things from top to bottom; one that starts a little higher further right stays in its row. */
function inRows<Thing extends Placed>(things: readonly Thing[]): readonly Thing[] {
  const rows: { top: number; bottom: number; things: Thing[] }[] = [];
  for (const thing of things.toSorted(byPlace)) {
    const row = rows.at(-1);
    const middle = (thing.box.top + thing.box.bottom) / 2;
    if (row && middle < row.bottom && middle > row.top) row.things.push(thing);
    else rows.push({ top: thing.box.top, bottom: thing.box.bottom, things: [thing] });
  }
  return rows.flatMap((row) => row.things.toSorted((one, other) => one.box.left - other.box.left));
}

function partedAt<Thing extends Placed>(things: readonly Thing[], x: number): [Thing[], Thing[], Thing[]] {
  const parts: [Thing[], Thing[], Thing[]] = [[], [], []];
  for (const thing of things) {
    const side = thing.box.right <= x ? 0 : thing.box.left >= x ? 1 : 2;
    parts[side].push(thing);
  }
  return parts;
}

/** Returns the left edge of a right column that splits the most lines evenly; null if the page has one column. */
function gutterOf(things: readonly Placed[]): number | null {
  const edges = new Set(things.map(({ box }) => Math.floor(box.left)));
  let best: number | null = null;
  let most = fewest - 1;
  for (const x of edges) {
    const [left, right, spanning] = partedAt(things, x);
    const score = Math.min(left.length, right.length);
    if (score <= most || spanning.length > things.length * 0.4) continue;
    if (!isColumn(left) || !isColumn(right) || !areBeside(left, right)) continue;
    [best, most] = [x, score];
  }
  return best;
}

function isColumn(things: readonly Placed[]): boolean {
  const width = widthOf(things);
  const mean = things.reduce((sum, { box }) => sum + box.right - box.left, 0) / things.length;
  return width > 0 && mean >= fill * width;
}

function widthOf(things: readonly Placed[]): number {
  return Math.max(...things.map(({ box }) => box.right)) - Math.min(...things.map(({ box }) => box.left));
}

/** Returns whether most of the things on the shorter side have one of the other side next to them. */
function areBeside(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  const beside = fewer.filter(({ box }) =>
    more.some((other) => other.box.top < box.bottom && other.box.bottom > box.top),
  );
  return beside.length >= fewer.length / 2;
}
