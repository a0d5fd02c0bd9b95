import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { titled } from '#shared/domain/modules/titled.ts';
import {
  isCell,
  placeAfter,
  rectangleOf,
  selectedBy,
  type Place,
  type Selection,
} from '#app/screens/training-grid/grid-places.ts';
import { GridRowLine } from '#app/screens/training-grid/GridRowLine.tsx';
import type { GridRow, GridView, Outline } from '#app/screens/training-grid/grid-view.ts';
import {
  blockColumns,
  cellId,
  cellWidth,
  headHeight,
  rowHeight,
  shortened,
} from '#app/screens/training-grid/measures.ts';
import { useGridRows } from '#app/screens/training-grid/use-grid-rows.ts';
import { useMarkTexts } from '#app/screens/training-grid/use-marks.tsx';
import classes from '#app/screens/training-grid/TrainingGrid.module.css';
import { ErrorState } from '#app/ui/ErrorState.tsx';

/** Returns the items in view and the active one, which must be reachable by keyboard. */
const withActive = (range: Range, active: number): number[] =>
  [...new Set([...defaultRangeExtractor(range), active])]
    .filter((index) => index >= 0 && index < range.count)
    .toSorted((one, other) => one - other);

/**
 * The grid of people and modules: renders only the rows and columns in view (UI.md 'Matrix grid'). Arrow keys move, Enter opens,
 * Space selects, Shift extends the selection.
 */
export function GridTable({
  view,
  outline,
  selection,
  selects,
  onSelect,
  onOpen,
  onPlace,
}: {
  readonly view: GridView;
  readonly outline: Outline;
  /** Null if nothing is selected; undefined if nothing can be selected. */
  readonly selection: Selection | null | undefined;
  /** A click selects instead of opening. */
  readonly selects: boolean;
  readonly onSelect: (selection: Selection | null) => void;
  /** A cell, a heading or a name was opened; the row is there unless it is a heading. */
  readonly onOpen: (place: Place, row: GridRow | undefined) => void;
  /** The keyboard or the pointer is at another place. */
  readonly onPlace: (place: Place, row: GridRow | undefined) => void;
}) {
  const { t } = useLingui();
  const { people, modules } = outline;
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const nameWidth = phone ? 128 : 220;
  const size = { rows: people, cols: modules.length };
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({ row: 0, col: 0 });
  // The compiler skips this component because of the virtualizer, which is correct.
  // oxlint-disable-next-line react/incompatible-library
  const rowsInView = useVirtualizer({
    count: people,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: (range) => withActive(range, active.row),
  });
  const columnsInView = useVirtualizer({
    horizontal: true,
    count: modules.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cellWidth,
    overscan: 4,
    paddingStart: nameWidth,
    scrollPaddingStart: nameWidth,
    rangeExtractor: (range) => withActive(range, active.col),
  });
  const texts = useMarkTexts();
  const drawnRows = rowsInView.getVirtualItems();
  const drawnColumns = columnsInView.getVirtualItems().map(({ index }) => index);
  const blocks = [...new Set(drawnColumns.map((col) => Math.floor(col / blockColumns)))].join(',');
  const inView = rowsInView.range ?? { startIndex: 0, endIndex: Math.min(people - 1, 30) };
  const { rows, failed } = useGridRows(view, outline, inView.startIndex, inView.endIndex);
  const chosen = rectangleOf(selection ?? null);
  const moveTo = (place: Place) => {
    setActive(place);
    onPlace(place, rows.get(place.row));
    if (place.row >= 0) rowsInView.scrollToIndex(place.row, { align: 'auto' });
    if (place.col >= 0) columnsInView.scrollToIndex(place.col, { align: 'auto' });
  };
  const open = (place: Place) => {
    const row = rows.get(place.row);
    if (place.row < 0 ? place.col >= 0 : row !== undefined) onOpen(place, row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    const to = placeAfter(active, event, size);
    if (to) {
      if (shiftKey && selection !== undefined && isCell(to) && isCell(active))
        onSelect({ anchor: selection?.anchor ?? active, end: to });
      moveTo(to);
    } else if (key === 'Enter') open(active);
    else if (key === ' ' && selection !== undefined && isCell(active))
      onSelect(isOnly(selection, active) ? null : { anchor: active, end: active });
    else if (key === 'Escape' && selection) onSelect(null);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    if (!place) return;
    setActive(place);
    onPlace(place, rows.get(place.row));
    const extends_ = event.shiftKey && selection !== null;
    if (selection !== undefined && isCell(place) && (selects || event.shiftKey))
      onSelect(selectedBy(selection, place, extends_));
    else open(place);
  };
  if (failed && rows.size === 0)
    return <ErrorState error={failed.error} busy={failed.isFetching} onRetry={() => void failed.refetch()} />;
  const height = rowsInView.getTotalSize();
  return (
    <div
      ref={scroller}
      role="grid"
      data-scrolls
      className={classes.grid}
      aria-label={t`Training by person and module`}
      aria-rowcount={people + 1}
      aria-colcount={modules.length + 1}
      aria-multiselectable={selection !== undefined}
      aria-activedescendant={cellId(active.row, active.col)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      style={{ height: `min(${String(height + 18)}px, max(420px, calc(100dvh - 220px)))` }}
    >
      <div className={classes.sheet} style={{ height, width: columnsInView.getTotalSize() }}>
        <div role="row" aria-rowindex={1} className={classes.head} style={{ height: headHeight }}>
          <div
            role="columnheader"
            id={cellId(-1, -1)}
            aria-colindex={1}
            className={classes.corner}
            style={{ width: nameWidth }}
            data-active={(active.row === -1 && active.col === -1) || undefined}
          >
            <Trans>Person</Trans>
          </div>
          {drawnColumns.map((col) => {
            const module = modules[col];
            if (!module) return null;
            const name = titled(module.title, module.reference);
            return (
              <div
                key={module.id}
                role="columnheader"
                id={cellId(-1, col)}
                aria-colindex={col + 2}
                className={classes.heading}
                data-row={-1}
                data-col={col}
                data-active={(active.row === -1 && active.col === col) || undefined}
                title={name}
                aria-label={name}
                style={{ left: nameWidth + col * cellWidth }}
              >
                <span className={classes.headingText}>{shortened(name)}</span>
              </div>
            );
          })}
        </div>
        {drawnRows.map(({ index, start }) => {
          const isChosen = chosen !== null && index >= chosen.top && index <= chosen.bottom;
          return (
            <GridRowLine
              key={index}
              index={index}
              top={start}
              nameWidth={nameWidth}
              row={rows.get(index)}
              columns={modules.length}
              texts={texts}
              blocks={blocks}
              active={active.row === index ? active.col : null}
              from={isChosen ? chosen.left : null}
              to={isChosen ? chosen.right : null}
            />
          );
        })}
      </div>
    </div>
  );
}

const isOnly = (selection: Selection | null, { row, col }: Place): boolean => {
  const chosen = rectangleOf(selection);
  return (
    chosen !== null &&
    chosen.top === row &&
    chosen.bottom === row &&
    chosen.left === col &&
    chosen.right === col
  );
};

function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row][data-col]') : null;
  return cell && { row: Number(cell.dataset['row']), col: Number(cell.dataset['col']) };
}
