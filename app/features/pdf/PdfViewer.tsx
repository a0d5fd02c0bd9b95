import { useLingui } from '@lingui/react/macro';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { Document } from 'react-pdf';
import classes from '#app/features/pdf/Pdf.module.css';
import { ModeSwitch, useReadingMode } from '#app/features/pdf/ModeSwitch.tsx';
import { PdfPages } from '#app/features/pdf/PdfPages.tsx';
import { documentOptions } from '#app/features/pdf/pdf-setup.ts';
import { failureOf, type PdfFailure } from '#app/features/pdf/pdf-failure.ts';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import type { PdfViewerHandle, PdfViewerProps } from '#app/features/pdf/viewer-props.ts';

/** The reading mode is loaded when it is chosen. */
const ReadingView = lazy(async () => ({
  default: (await import('#app/features/pdf/reading/ReadingView.tsx')).ReadingView,
}));

/** A PDF in the page (VIEW-02): pages, zoom, fit, search, keyboard, text that can be selected. Load it lazily: pdf.js is large. */
export function PdfViewer({ failed, ref, ...props }: PdfViewerProps) {
  const [mode, setMode] = useReadingMode();
  // The reader's position when the mode changes.
  const [at, setAt] = useState(props.startPage);
  const { onPage } = props;
  const shown = {
    startPage: at,
    onPage: (page: number): void => {
      setAt(page);
      onPage?.(page);
    },
    modes: <ModeSwitch mode={mode} onMode={setMode} />,
  };
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState<PdfFailure | null>(null);
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const pages = useRef<PdfViewerHandle>(null);
  const goTo = (page: number): void => pages.current?.goTo(page);
  useImperativeHandle(ref, () => ({ goTo }), []);
  const onFailed = useCallback((error: unknown) => setBroken(failureOf(error)), []);
  const retry = (): void => {
    setPdf(null);
    setBroken(null);
    setAttempt(attempt + 1);
  };
  if (broken) return failed(retry, broken);
  return (
    <Document
      key={`${props.url} ${attempt}`}
      file={props.url}
      options={documentOptions}
      suspense={false}
      className={classes.document}
      loading={<Waiting />}
      error={<span />}
      noData={<span />}
      externalLinkTarget="_blank"
      externalLinkRel="noopener noreferrer nofollow"
      onLoadSuccess={setPdf}
      onLoadError={onFailed}
      onSourceError={onFailed}
      // Readers do not know the password; the options of the panel are more helpful.
      onPassword={() => setBroken('password')}
      onItemClick={({ pageNumber }) => goTo(pageNumber)}
    >
      {pdf && mode === 'page' && (
        <PdfPages {...props} {...shown} pdf={pdf} handle={pages} onFailed={onFailed} />
      )}
      {pdf && mode === 'text' && (
        <CatchBoundary
          getResetKey={() => mode}
          // If this chunk cannot be loaded, the pages are still available.
          errorComponent={() => (
            <PdfPages {...props} {...shown} pdf={pdf} handle={pages} onFailed={onFailed} />
          )}
        >
          <Suspense fallback={<Waiting />}>
            <ReadingView
              {...props}
              {...shown}
              pdf={pdf}
              handle={pages}
              onShowPage={(page) => {
                setAt(page);
                setMode('page');
              }}
            />
          </Suspense>
        </CatchBoundary>
      )}
    </Document>
  );
}

function Waiting() {
  const { t } = useLingui();
  return (
    <div className={classes.loading}>
      <LineSkeletons label={t`Loading the document...`} count={8} height={28} />
    </div>
  );
}
