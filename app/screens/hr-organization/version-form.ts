import { newVersionFields } from '#shared/contract/hr-documents.ts';
import { documentExtensions } from '#shared/domain/hr/documents.ts';
import { validateBy } from '#app/lib/forms.ts';

/** The facts of a version in addition to its file (HR-04). */
export interface VersionValues extends Record<string, unknown> {
  effectiveOn: string;
  reviewOn: string;
  note: string;
}

/** A version without any entries yet. */
export const noVersion: VersionValues = { effectiveOn: '', reviewOn: '', note: '' };

/** Returns the fields of a call from the form; empty fields are not sent. */
export function versionFields({ effectiveOn, reviewOn, note }: VersionValues): Record<string, string> {
  return {
    ...(effectiveOn === '' ? {} : { effectiveOn }),
    ...(reviewOn === '' ? {} : { reviewOn }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
}

/** Returns whether a file name has an allowed type for documents (HR-04); the server checks the bytes. */
export function isDocumentName(name: string): boolean {
  return documentExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}

/** Returns the rules of the contract for the details of a version. */
export const versionFaults = (values: VersionValues) => validateBy(newVersionFields)(versionFields(values));
