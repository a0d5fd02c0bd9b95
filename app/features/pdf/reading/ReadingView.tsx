import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useLocalStorage } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { ViewerLinks } from '#app/features/pdf/ViewerLinks.tsx';
import { PageChooser } from '#app/features/pdf/PageChooser.tsx';
import pdfClasses from '#app/features/pdf/Pdf.module.css';
import type { PdfViewerProps } from '#app/features/pdf/viewer-props.ts';
import { ReadingPage } from '#app/features/pdf/reading/ReadingPage.tsx';
import classes from '#app/features/pdf/reading/Reading.module.css';
import { Reflow } from '#app/features/pdf/reading/use-reflow.ts';
import { spotsOf, useReadingScroll } from '#app/features/pdf/reading/use-reading-scroll.ts';
import { Tool } from '#app/features/pdf/Tool.tsx';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';
import { usePageVisibility, visibleParts } from '#app/features/pdf/use-page-visibility.ts';

/** Sizes of the text, as factors. */
const textSizes = [0.875, 1, 1.125, 1.25, 1.5, 1.75, 2] as const;

/** The text of a document, reflowed to the width of the screen (VIEW-02). Pages count as seen by the same rule as in the page view (VIEW-03). */
export function ReadingView({
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
  onShowPage,
  modes,
}: Omit<PdfViewerProps, 'failed' | 'ref'> & {
  readonly pdf: Pdf;
  readonly handle: PdfViewerProps['ref'];
  /** Shows the original page. */
  readonly onShowPage: (page: number) => void;
  readonly modes: ReactNode;
}) {
  const { t } = useLingui();
  const scroller = useRef<HTMLElement>(null);
  const ready = useRef(new Set<number>());
  const reflow = useMemo(() => new Reflow(pdf), [pdf]);
  const language = useLanguage(pdf);
  const [size, setSize] = useLocalStorage({
    key: 'traintrail-reading-size',
    defaultValue: 1,
    getInitialValueInEffect: false,
  });
  const view = useReadingScroll(scroller, startPage);
  usePageVisibility(
    () =>
      visibleParts(scroller.current, { places: spotsOf(scroller.current) }, (page) =>
        ready.current.has(page),
      ),
    (page) => onPageSeen?.(page),
  );
  useImperativeHandle(handle, () => ({ goTo: view.goTo }), [view.goTo]);
  const reportPages = useEffectEvent(() => onPages?.(pdf.numPages));
  useEffect(() => reportPages(), [pdf]);
  const reportPage = useEffectEvent(() => onPage?.(view.page));
  useEffect(() => reportPage(), [view.page]);
  const step = (direction: 1 | -1): void => {
    const steps = direction === 1 ? textSizes : textSizes.toReversed();
    setSize(steps.find((one) => (one - size) * direction > 0.01) ?? size);
  };
  return (
    <div className={pdfClasses.viewer}>
      <div className={pdfClasses.toolbar} role="group" aria-label={t`Document tools`}>
        {!compact && <PageChooser page={view.page} pages={pdf.numPages} onPage={view.goTo} />}
        <div className={pdfClasses.tools}>
          <Tool label={t`Smaller text`} disabled={size <= textSizes[0]} onClick={() => step(-1)}>
            <IconMinus size={18} aria-hidden />
          </Tool>
          <Tool label={t`Larger text`} disabled={size >= 2} onClick={() => step(1)}>
            <IconPlus size={18} aria-hidden />
          </Tool>
        </div>
        <div className={pdfClasses.tools}>
          {modes}
          <ViewerLinks url={url} downloadUrl={downloadUrl} />
        </div>
      </div>
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label={t`Document ${title}`}
        // It must be scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={view.onScroll}
      >
        <article className={classes.text} style={{ fontSize: `${1.0625 * size}rem` }}>
          {Array.from({ length: pdf.numPages }, (_, index) => (
            <ReadingPage
              key={index}
              pdf={pdf}
              reflow={reflow}
              number={index + 1}
              language={language}
              onReady={(page) => ready.current.add(page)}
              onShowPage={onShowPage}
            />
          ))}
        </article>
      </section>
    </div>
  );
}

/** The language in the document's metadata, for screen readers and hyphenation; undefined if it is missing. */
function useLanguage(pdf: Pdf): string | undefined {
  const [language, setLanguage] = useState<string>();
  useEffect(() => {
    let over = false;
    const read = async (): Promise<void> => {
      const { info } = await pdf.getMetadata();
      const said: unknown = 'Language' in info ? info.Language : undefined;
      const known = typeof said === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(said);
      if (!over && known) setLanguage(said);
    };
    // A document without metadata can still be read.
    read().catch(() => undefined);
    return () => {
      over = true;
    };
  }, [pdf]);
  return language;
}
