import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { LinePlace } from '#app/screens/team/TeamRow.tsx';

/** Height of a line before it is measured, in pixels. */
const lineHeight = 68;

/** The lines of a long tree (UI.md 'Table'). Renders only the lines in view, and the line that Tab reaches. */
export function VirtualLines({
  count,
  active,
  renderLine,
  onDrawn,
}: {
  readonly count: number;
  /** The line with the keyboard focus: brought into view when it changes. */
  readonly active: number;
  readonly renderLine: (index: number, drawn: LinePlace) => ReactNode;
  /** Called whenever other lines may have been rendered. */
  readonly onDrawn: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0;
    setMargin(Math.round(top + window.scrollY));
  }, [count]);
  // The compiler skips this component because of the virtualizer, which is correct.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => lineHeight,
    overscan: 12,
    scrollMargin: margin,
    // The header of the page covers part of the scrolled content.
    scrollPaddingStart: 72,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])]
        .filter((index) => index < count)
        .toSorted((one, other) => one - other),
  });
  const before = useRef(active);
  useEffect(() => {
    if (before.current === active) return;
    before.current = active;
    virtualizer.scrollToIndex(active, { align: 'auto' });
  }, [active, virtualizer]);
  useEffect(onDrawn);
  return (
    <div ref={place} role="rowgroup" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
      {virtualizer
        .getVirtualItems()
        .map((item) =>
          renderLine(item.index, { measure: virtualizer.measureElement, top: item.start - margin }),
        )}
    </div>
  );
}
