import { contentProgress } from '../viewing/progress.ts';

/** The parts of a document's file that a person has seen (HR-03, HR-04). */
export interface DocumentSight {
  /** Pages of the file, or of the PDF to which it was converted; null if the server cannot count them. */
  readonly pages: number | null;
  readonly seenPages: readonly number[];
  /** Whether the server has sent the whole file to the person. */
  readonly downloaded: boolean;
  /** Whether the file is being converted: its pages are counted once that has ended. */
  readonly preparing: boolean;
}

/**
 * Returns whether a document was seen before it is signed, by the rule of trainings (VIEW-03): every page, or the download if
 * pages cannot be counted. A file that is still being prepared has not been seen.
 */
export function documentSeen({ pages, seenPages, downloaded, preparing }: DocumentSight): boolean {
  if (preparing) return false;
  const part =
    pages === null
      ? ({ kind: 'declared', progress: downloaded ? 100 : 0 } as const)
      : ({ kind: 'pages', pageCount: pages, seen: seenPages } as const);
  return contentProgress([part]).seen;
}

/** The days for reading a document unless another due date is chosen (HR-04). */
export const READING_DAYS = 14;
