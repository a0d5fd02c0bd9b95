/** Width of a column in pixels. */
export const cellWidth = 46;
/** Height of a row in pixels. */
export const rowHeight = 42;
/** Height of the headings of the columns in pixels. */
export const headHeight = 148;

/** Characters that fit the three lines of a heading. */
const headingLength = 45;

/**
 * Returns a title as the heading of a column, with an ellipsis where it does not fit; the whole title is its tooltip and its
 * accessible name.
 */
export const shortened = (title: string): string =>
  title.length > headingLength ? `${title.slice(0, headingLength - 1).trimEnd()}…` : title;

/** The number of columns that are rendered at once while the grid is scrolled to the side. */
export const blockColumns = 4;

/** Returns the id of the element of a cell. */
export const cellId = (row: number, col: number): string => `grid-${String(row)}-${String(col)}`;
