import { CatchBoundary } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useMemo, useState, type Ref } from 'react';
import type { PdfViewerHandle, PdfViewerProps } from '#app/features/pdf/viewer-props.ts';
import { shownUrl, type ModuleFile } from '#app/features/files/module-file.ts';
import { FallbackPanel } from '#app/features/files/FallbackPanel.tsx';
import classes from '#app/features/files/Files.module.css';
import type { PdfFailure } from '#app/features/pdf/pdf-failure.ts';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/**
 * Shows a PDF in the page (VIEW-02), or the PDF of a converted office file (MOD-09). pdf.js is loaded only here; if it
 * cannot be loaded, the panel of options is shown instead.
 */
export function PdfPart({
  file,
  ref,
  ...props
}: Omit<PdfViewerProps, 'url' | 'downloadUrl' | 'title' | 'failed' | 'ref'> & {
  readonly file: ModuleFile;
  readonly ref?: Ref<PdfViewerHandle>;
}) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  // A chunk that could not be loaded is loaded again with the next try.
  const Viewer = useMemo(
    () =>
      [
        attempt,
        lazy(async () => ({ default: (await import('#app/features/pdf/PdfViewer.tsx')).PdfViewer })),
      ] as const,
    [attempt],
  )[1];
  const failed = (retry: () => void, why?: PdfFailure) => (
    <FallbackPanel file={file} onRetry={retry} why={why} />
  );
  return (
    <CatchBoundary
      getResetKey={() => `${file.name} ${attempt}`}
      errorComponent={() => failed(() => setAttempt(attempt + 1))}
    >
      <Suspense
        fallback={
          <div className={classes.waiting}>
            <LineSkeletons label={t`Loading the document...`} count={8} height={28} />
          </div>
        }
      >
        <Viewer
          {...props}
          ref={ref}
          url={shownUrl(file)}
          downloadUrl={`${file.url}?download=true`}
          title={file.originalName}
          failed={failed}
        />
      </Suspense>
    </CatchBoundary>
  );
}
