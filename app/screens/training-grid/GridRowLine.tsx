import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import { nameOf } from '#app/features/people/people.ts';
import { CellBlock } from '#app/screens/training-grid/CellBlock.tsx';
import type { GridRow } from '#app/screens/training-grid/grid-view.ts';
import { blockColumns, cellId, cellWidth } from '#app/screens/training-grid/measures.ts';
import classes from '#app/screens/training-grid/TrainingGrid.module.css';
import type { MarkText } from '#app/screens/training-grid/use-marks.tsx';

interface Line {
  readonly index: number;
  readonly top: number;
  readonly nameWidth: number;
  readonly columns: number;
  /** Undefined while it is being fetched. */
  readonly row: GridRow | undefined;
  readonly texts: Readonly<Record<TrainingState, MarkText>>;
  /** The blocks of columns that are rendered, separated by commas: a text, so that the line is rendered again only if they change. */
  readonly blocks: string;
  /** The active column of this row; null if another row is active. */
  readonly active: number | null;
  /** The first and the last selected column; null if there is none. */
  readonly from: number | null;
  readonly to: number | null;
}

/** A row of the grid: the name, which stays in view, and the cells of the columns in view. */
export const GridRowLine = memo(function GridRowLine(line: Line) {
  const { index, top, nameWidth, columns, row, texts, blocks, active, from, to } = line;
  const { t } = useLingui();
  const empty = t`Not assigned, not required`;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      className={classes.row}
      style={{ top }}
    >
      <div
        role="rowheader"
        id={cellId(index, -1)}
        aria-colindex={1}
        className={classes.name}
        data-row={index}
        data-col={-1}
        data-active={active === -1 || undefined}
        style={{ width: nameWidth }}
      >
        {row && (
          <>
            <span className={classes.line}>{nameOf(row)}</span>
            <span className={classes.title}>{row.jobTitle ?? row.email}</span>
          </>
        )}
      </div>
      {blocks.split(',').map((text) => {
        const first = Number(text) * blockColumns;
        const after = Math.min(first + blockColumns, columns);
        const has = active !== null && active >= first && active < after;
        const chosen = from !== null && to !== null && from < after && to >= first;
        return (
          <CellBlock
            key={text}
            row={index}
            first={first}
            left={nameWidth + first * cellWidth}
            codes={row ? row.cells.slice(first, after) : ' '.repeat(after - first)}
            texts={texts}
            empty={empty}
            active={has ? active : null}
            from={chosen ? from : null}
            to={chosen ? to : null}
          />
        );
      })}
    </div>
  );
});
