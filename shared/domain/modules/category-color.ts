/** The number of colors that the categories use in turn (SPEC §2.7, MOD-02). */
export const CATEGORY_COLOR_COUNT = 6;

/** Returns the color, 0 to 5, of the category at a place counted from 0 (MOD-02); RangeError if there is no such place. */
export function categoryColor(place: number): number {
  if (!Number.isInteger(place) || place < 0) throw new RangeError(`not a place: ${place}`);
  return place % CATEGORY_COLOR_COUNT;
}
