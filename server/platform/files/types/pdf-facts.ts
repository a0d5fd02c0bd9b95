import type { Verdict } from '#server/platform/files/types/verdict.ts';

/** Returns the position of the mark that must be in the first kilobyte of a PDF. */
export function pdfMarkAt(head: Buffer): number {
  return head.subarray(0, 1024).indexOf('%PDF-', 0, 'latin1');
}

/** Checks a PDF by opening it: page count for 'all pages seen' (VIEW-03); passwords and damage are refused (MOD-07, F15). */
export async function judgePdf(path: string): Promise<Verdict> {
  // The reader is large: only what may be a PDF loads it.
  const { readPdf } = await import('#server/platform/files/types/read-pdf.ts');
  const outcome = await readPdf(path);
  if ('pages' in outcome)
    return {
      type: {
        extension: 'pdf',
        mime: 'application/pdf',
        pages: outcome.pages,
        ...(outcome.blank && { blank: true }),
      },
    };
  switch (outcome.problem) {
    case 'password':
      return { problem: 'file_locked' };
    case 'page':
      return { problem: 'file_page_damaged', params: { page: outcome.page } };
    case 'damaged':
      return { problem: 'file_not_pdf' };
  }
}
