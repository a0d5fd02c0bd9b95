import type { ReactNode, Ref } from 'react';
import type { PdfFailure } from '#app/features/pdf/pdf-failure.ts';

/** The actions that the surrounding code can perform on an opened document. */
export interface PdfViewerHandle {
  readonly goTo: (page: number) => void;
}

/** The properties of a PDF viewer. It fills its place, which must have a height. */
export interface PdfViewerProps {
  readonly url: string;
  /** The address of the file itself, as an attachment. */
  readonly downloadUrl: string;
  /** Names the document for screen readers. */
  readonly title: string;
  /** Counted from 1. */
  readonly startPage: number;
  /** Hides the page chooser in the toolbar: the surrounding code has its own. */
  readonly compact?: boolean;
  readonly onPages?: (pages: number) => void;
  /** Called with the reader's page. */
  readonly onPage?: (page: number) => void;
  /** Called once per page when half of it was visible for one second (VIEW-03). */
  readonly onPageSeen?: (page: number) => void;
  /** Shown when the document cannot be shown (SPEC §2.17 'options panel'), with the reason. */
  readonly failed: (retry: () => void, why: PdfFailure) => ReactNode;
  readonly ref?: Ref<PdfViewerHandle>;
}
