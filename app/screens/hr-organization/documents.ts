import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import type { DocumentCategory } from '#shared/domain/hr/documents.ts';

/** The organization whose documents are shown, with their figures (HR-04). */
export type Organization = ResponseOf<typeof hrDocumentsContract.organization>;
/** A line of the list. */
export type DocumentRow = ResponseOf<typeof hrDocumentsContract.list>[number];
/** A document with its versions. */
export type DocumentView = ResponseOf<typeof hrDocumentsContract.get>;

/** The categories in words (HR-04). */
export const categoryLabels: Readonly<Record<DocumentCategory, MessageDescriptor>> = {
  policy: msg`Policies`,
  procedure: msg`Procedures`,
  contract: msg`Contracts`,
  insurance: msg`Insurance`,
  license: msg`Licenses`,
  handbook: msg`Handbooks`,
  form: msg`Forms`,
  other: msg`Other documents`,
};

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

/** The report of a document begins anew with another one. */
export const noReport = { part: 'versions', version: '', readers: '', person: '', people: '1' };

/** An id of the address; null where there is none. */
export const idOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
