import { memo } from 'react';
import { isFromSource, stateOfCode } from '#shared/domain/reports/grid-cells.ts';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import { cellId, cellWidth } from '#app/screens/training-grid/measures.ts';
import classes from '#app/screens/training-grid/TrainingGrid.module.css';
import { Mark, type MarkText } from '#app/screens/training-grid/use-marks.tsx';

/** A few adjacent cells of a row: rendered once, regardless of how far the grid is scrolled to the side. */
export const CellBlock = memo(function CellBlock({
  row,
  first,
  left,
  codes,
  texts,
  empty,
  active,
  from,
  to,
}: {
  readonly row: number;
  /** The first column. */
  readonly first: number;
  /** The position, in pixels. */
  readonly left: number;
  /** The letters on the wire; spaces while the row is being fetched. */
  readonly codes: string;
  readonly texts: Readonly<Record<TrainingState, MarkText>>;
  /** The text of a cell without a state for screen readers. */
  readonly empty: string;
  /** The active column of the block, and the selected ones; null if it has none. */
  readonly active: number | null;
  readonly from: number | null;
  readonly to: number | null;
}) {
  return Array.from(codes, (code, at) => {
    const col = first + at;
    const state = stateOfCode(code);
    const text = state && (isFromSource(code) ? texts[state].fromSource : texts[state]);
    return (
      <div
        key={col}
        role="gridcell"
        id={cellId(row, col)}
        aria-colindex={col + 2}
        aria-selected={from !== null && to !== null && col >= from && col <= to}
        aria-label={text ? text.name : code === ' ' ? undefined : empty}
        className={classes.cell}
        data-row={row}
        data-col={col}
        data-active={active === col || undefined}
        style={{ left: left + at * cellWidth }}
      >
        {state && text && <Mark state={state} letter={text.letter} />}
      </div>
    );
  });
});
