import { contentProgress } from '../viewing/progress.ts';

/** What a person has seen of the file of a document (HR-03, HR-04). */
export interface DocumentSight {
  /** Pages of the file, or of the PDF that it was converted to; null where the server cannot count them. */
  readonly pages: number | null;
  readonly seenPages: readonly number[];
  /** Whether the server has sent the whole file to the person. */
  readonly downloaded: boolean;
  /** Whether the file is being converted: its pages are counted once that has ended. */
  readonly preparing: boolean;
}

/**
 * Whether a document was seen before it is signed, by the rule of trainings (VIEW-03): every page, or the download where pages
 * cannot be counted. What is still being prepared has not been seen yet.
 */
export function documentSeen({ pages, seenPages, downloaded, preparing }: DocumentSight): boolean {
  if (preparing) return false;
  const part =
    pages === null
      ? ({ kind: 'declared', progress: downloaded ? 100 : 0 } as const)
      : ({ kind: 'pages', pageCount: pages, seen: seenPages } as const);
  return contentProgress([part]).seen;
}

/** How many days people have to read a document unless another due date is chosen (HR-04). */
export const READING_DAYS = 14;
