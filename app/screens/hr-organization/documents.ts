import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrDocumentsContract } from '#shared/contract/hr-documents.ts';

/** The organization whose documents are shown, with their figures (HR-04). */
export type Organization = ResponseOf<typeof hrDocumentsContract.organization>;
/** A line of the list. */
export type DocumentRow = ResponseOf<typeof hrDocumentsContract.list>[number];
/** A document with its versions. */
export type DocumentView = ResponseOf<typeof hrDocumentsContract.get>;

/** The parts of the address that the screen reads: the list, the open document, and its report. */
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

/** The report of a document is reset for another document. */
export const noReport = { part: 'versions', version: '', readers: '', person: '', people: '1' };

/** Returns the id in a text of the address; null if it is not an id. */
export const idOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** The part of the address that belongs to the open document. */
export type ReportView = Readonly<Record<keyof typeof noReport, string>>;
