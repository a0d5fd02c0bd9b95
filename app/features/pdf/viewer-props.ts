import type { ReactNode, Ref } from 'react';
import type { PdfFailure } from '#app/features/pdf/pdf-failure.ts';

/** What the surroundings can do with an opened document. */
export interface PdfViewerHandle {
  readonly goTo: (page: number) => void;
}

/** What the viewer of a PDF takes. It fills its place, which must have a height. */
export interface PdfViewerProps {
  readonly url: string;
  /** Where the file itself is fetched, as an attachment. */
  readonly downloadUrl: string;
  /** Names the document for screen readers. */
  readonly title: string;
  /** Counted from 1. */
  readonly startPage: number;
  /** Without the chooser of pages in the toolbar: the surroundings have their own. */
  readonly compact?: boolean;
  readonly onPages?: (pages: number) => void;
  /** The page that the reader is on. */
  readonly onPage?: (page: number) => void;
  /** A page was half visible for one second (VIEW-03); told once a page. */
  readonly onPageSeen?: (page: number) => void;
  /** Shown when the document cannot be (SPEC §2.17 'options panel'), with the reason. */
  readonly failed: (retry: () => void, why: PdfFailure) => ReactNode;
  readonly ref?: Ref<PdfViewerHandle>;
}
