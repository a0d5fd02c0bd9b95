import { useLingui } from '@lingui/react/macro';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { layOut, stepZoom, type Zoom } from '#app/features/pdf/layout.ts';
import classes from '#app/features/pdf/Pdf.module.css';
import { PdfPage } from '#app/features/pdf/PdfPage.tsx';
import { PdfSearch } from '#app/features/pdf/PdfSearch.tsx';
import { PdfToolbar } from '#app/features/pdf/PdfToolbar.tsx';
import type { PdfViewerProps } from '#app/features/pdf/viewer-props.ts';
import { usePageSizes, type Pdf } from '#app/features/pdf/use-page-sizes.ts';
import { useFrame, useScroll } from '#app/features/pdf/use-scroll.ts';
import { useSearch } from '#app/features/pdf/use-search.ts';
import { usePageVisibility, visibleParts } from '#app/features/pdf/use-page-visibility.ts';
import { useTextEdges } from '#app/features/pdf/use-text-edges.ts';

/** The pages of an opened document with its tools; only those near the reader are drawn. */
export function PdfPages({
  pdf,
  handle,
  url,
  downloadUrl,
  title,
  startPage,
  compact = false,
  onPages,
  onPage,
  onPageSeen,
  onFailed,
  modes,
}: Omit<PdfViewerProps, 'failed' | 'ref'> & {
  readonly modes: ReactNode;
  readonly pdf: Pdf;
  readonly handle: PdfViewerProps['ref'];
  readonly onFailed: (error: unknown) => void;
}) {
  const { t } = useLingui();
  const scroller = useRef<HTMLElement>(null);
  const drawn = useRef(new Set<number>());
  // On a phone the margins would leave the text too small to read.
  const fitted: Zoom = compact ? 'text' : 'auto';
  const [zoom, setZoom] = useState<Zoom>(fitted);
  const [near, setNear] = useState(startPage);
  const [words, setWords] = useState<string | null>(null);
  const frame = useFrame(scroller);
  const { sizes, measure } = usePageSizes(pdf, onFailed);
  const edges = useTextEdges(pdf, zoom === 'text', near);
  const layout = useMemo(
    () =>
      layOut(frame.width > 0 && sizes && (zoom !== 'text' || edges) ? sizes : [], zoom, frame, (width) =>
        edges?.get(Math.round(width)),
      ),
    [sizes, zoom, frame, edges],
  );
  const view = useScroll(scroller, layout, frame, startPage);
  const search = useSearch(pdf, words ?? '', view.page);
  const current = search.matches[search.current];
  const byPage = useMemo(() => Map.groupBy(search.matches, ({ page }) => page), [search.matches]);
  const scale = layout.places[view.page - 1]?.scale ?? 1;
  const onDrawn = useCallback((page: number, isDrawn: boolean): void => {
    if (isDrawn) drawn.current.add(page);
    else drawn.current.delete(page);
  }, []);
  usePageVisibility(
    () =>
      visibleParts(scroller.current, layout, (page) => drawn.current.has(page) && view.drawn.includes(page)),
    (page) => onPageSeen?.(page),
  );
  useImperativeHandle(handle, () => ({ goTo: view.goTo }), [view.goTo]);
  const reportPages = useEffectEvent(() => onPages?.(pdf.numPages));
  useEffect(() => reportPages(), [pdf]);
  const reportPage = useEffectEvent(() => onPage?.(view.page));
  useEffect(() => reportPage(), [view.page]);
  useEffect(() => {
    measure(view.page);
    setNear(view.page);
  }, [measure, view.page]);
  const goToMatch = useEffectEvent(() => {
    if (current) view.goTo(current.page);
  });
  useEffect(() => goToMatch(), [current]);
  const closeSearch = (): void => {
    setWords(null);
    scroller.current?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const command = commandOf(key, ctrlKey || metaKey);
    const typing = event.target instanceof HTMLInputElement;
    if (command === undefined || altKey || (typing && command !== 'search')) return;
    event.preventDefault();
    if (command === 'search') setWords(words ?? '');
    else if (command === 'fit') setZoom(fitted);
    else if (command === 'in' || command === 'out') setZoom(stepZoom(scale, command === 'in' ? 1 : -1));
    else view.goTo(Math.min(pdf.numPages, Math.max(1, view.page + (command === 'next' ? 1 : -1))));
  };
  return (
    // Keys of the document work while the focus is anywhere inside it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.viewer} onKeyDown={onKeyDown}>
      <PdfToolbar
        page={view.page}
        pages={pdf.numPages}
        onPage={view.goTo}
        zoom={zoom}
        scale={scale}
        onZoom={setZoom}
        onStep={(direction) => setZoom(stepZoom(scale, direction))}
        searching={words !== null}
        onSearch={() => (words === null ? setWords('') : closeSearch())}
        url={url}
        downloadUrl={downloadUrl}
        compact={compact}
        modes={modes}
      />
      {words !== null && <PdfSearch words={words} onWords={setWords} search={search} onClose={closeSearch} />}
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label={t`Document ${title}`}
        // It must be scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={view.onScroll}
      >
        <div className={classes.content} style={{ width: layout.width, height: layout.height }}>
          {view.drawn.map((page) => {
            const place = layout.places[page - 1];
            const matches = byPage.get(page);
            return (
              place && (
                <PdfPage
                  key={page}
                  page={page}
                  place={place}
                  matches={matches}
                  current={current?.page === page ? current : undefined}
                  onDrawn={onDrawn}
                />
              )
            );
          })}
        </div>
      </section>
    </div>
  );
}

type Command = 'next' | 'previous' | 'in' | 'out' | 'fit' | 'search';

const keys: Readonly<Record<string, Command>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
};

/**
 * Returns the command of a key inside the document; with Ctrl or ⌘ only the search, all other combinations are left to the
 * browser.
 */
function commandOf(key: string, withControl: boolean): Command | undefined {
  if (withControl) return key.toLowerCase() === 'f' ? 'search' : undefined;
  return keys[key];
}
