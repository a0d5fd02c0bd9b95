import type { Part } from '#app/features/pdf/layout.ts';

/** A page counts when this share of it was visible … */
const shareNeeded = 0.5;
/** … for this long without a break (VIEW-03), in milliseconds. */
export const visibleTime = 1000;
/** A longer silence between two looks is a break: the tab slept. In milliseconds. */
const longestSilence = 1500;

const columns = 8;
const rows = 16;

/** Returns the cells of a page's grid whose middle is inside a part of the page. */
function cellsOf({ left, right, top, bottom }: Part): readonly number[] {
  const cells: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const y = (row + 0.5) / rows;
    if (y < top || y > bottom) continue;
    for (let column = 0; column < columns; column += 1) {
      const x = (column + 0.5) / columns;
      if (x >= left && x <= right) cells.push(row * columns + column);
    }
  }
  return cells;
}

interface Looked {
  /** The time at which each cell came into view; cells out of view are absent. */
  readonly since: Map<number, number>;
  /** Cells that were in view long enough. */
  readonly seen: Set<number>;
}

/**
 * Decides which pages were seen: at least half of a page visible for one second (VIEW-03). A page that is larger than the
 * frame is seen when the parts that were in view for a second add up to half of it.
 */
export class PageVisibility {
  readonly #pages = new Map<number, Looked>();
  readonly #done = new Set<number>();
  #lastLook = Number.NEGATIVE_INFINITY;

  /** Records what is visible now, in milliseconds, and returns the pages that have been seen as of this look, each once. */
  look(now: number, visible: ReadonlyMap<number, Part>): readonly number[] {
    if (now - this.#lastLook > longestSilence) for (const { since } of this.#pages.values()) since.clear();
    this.#lastLook = now;
    for (const [page, { since }] of this.#pages) if (!visible.has(page)) since.clear();
    const fresh: number[] = [];
    for (const [page, part] of visible) if (this.#lookAt(page, part, now)) fresh.push(page);
    return fresh;
  }

  #lookAt(page: number, part: Part, now: number): boolean {
    if (this.#done.has(page)) return false;
    const looked: Looked = this.#pages.get(page) ?? { since: new Map(), seen: new Set() };
    this.#pages.set(page, looked);
    const cells = new Set(cellsOf(part));
    for (const cell of looked.since.keys()) if (!cells.has(cell)) looked.since.delete(cell);
    for (const cell of cells) {
      const since = looked.since.get(cell) ?? now;
      looked.since.set(cell, since);
      if (now - since >= visibleTime) looked.seen.add(cell);
    }
    if (looked.seen.size < rows * columns * shareNeeded) return false;
    this.#pages.delete(page);
    this.#done.add(page);
    return true;
  }
}
