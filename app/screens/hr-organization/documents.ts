import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrDocumentsContract } from '#shared/contract/hr-documents.ts';

/** The organization whose documents are shown, with their figures (HR-04). */
export type Organization = ResponseOf<typeof hrDocumentsContract.organization>;
/** A line of the list. */
export type DocumentRow = ResponseOf<typeof hrDocumentsContract.list>[number];
/** A document with its versions. */
export type DocumentView = ResponseOf<typeof hrDocumentsContract.get>;

/** What of the address the screen reads: the list, the document that is open, and its report. */
export const noView = {
  q: '',
  category: '',
  show: '',
  sort: 'category',
  page: '1',
  document: '',
  part: 'versions',
  version: '',
  readers: '',
  person: '',
  people: '1',
};

/** The report of a document starts again with another one. */
export const noReport = { part: 'versions', version: '', readers: '', person: '', people: '1' };

/** An id of the address; null where there is none. */
export const idOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** What of the address belongs to the open document. */
export type ReportView = Readonly<Record<keyof typeof noReport, string>>;
