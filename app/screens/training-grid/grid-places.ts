/** A place in the grid: a person and a module by their positions; -1 is the heading of the columns or the name of the row. */
export interface Place {
  readonly row: number;
  readonly col: number;
}

/** The selection: the cells of a rectangle from one place to another. */
export interface Selection {
  readonly anchor: Place;
  readonly end: Place;
}

/** The size of the grid. */
export interface Size {
  readonly rows: number;
  readonly cols: number;
}

/** The first and the last row and column of a selection. */
export interface Rectangle {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Returns the rectangle of a selection; null if nothing is selected. */
export const rectangleOf = (selection: Selection | null): Rectangle | null =>
  selection && {
    top: Math.min(selection.anchor.row, selection.end.row),
    bottom: Math.max(selection.anchor.row, selection.end.row),
    left: Math.min(selection.anchor.col, selection.end.col),
    right: Math.max(selection.anchor.col, selection.end.col),
  };

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The number of rows that a page key moves. */
const pageOfRows = 10;

/** Returns the place to which a key moves; undefined for a key that does not move. */
export function placeAfter(
  { row, col }: Place,
  { key, ctrlKey = false }: { readonly key: string; readonly ctrlKey?: boolean },
  { rows, cols }: Size,
): Place | undefined {
  const steps: Readonly<Record<string, Place>> = {
    ArrowUp: { row: row - 1, col },
    ArrowDown: { row: row + 1, col },
    ArrowLeft: { row, col: col - 1 },
    ArrowRight: { row, col: col + 1 },
    PageUp: { row: Math.max(Math.min(row, 0), row - pageOfRows), col },
    PageDown: { row: row + pageOfRows, col },
    Home: ctrlKey ? { row: 0, col: 0 } : { row, col: 0 },
    End: ctrlKey ? { row: rows - 1, col: cols - 1 } : { row, col: cols - 1 },
  };
  const to = steps[key];
  return to && { row: between(to.row, -1, rows - 1), col: between(to.col, -1, cols - 1) };
}

/** Returns whether a place is a cell, not a heading or a name. */
export const isCell = ({ row, col }: Place): boolean => row >= 0 && col >= 0;

/** Returns the selection after a click in the selection mode: a first cell, then the rectangle to a second one, then a new first cell. */
export function selectedBy(selection: Selection | null, place: Place, extend: boolean): Selection {
  const isSingle =
    selection !== null &&
    selection.anchor.row === selection.end.row &&
    selection.anchor.col === selection.end.col;
  return selection !== null && (extend || isSingle)
    ? { anchor: selection.anchor, end: place }
    : { anchor: place, end: place };
}
