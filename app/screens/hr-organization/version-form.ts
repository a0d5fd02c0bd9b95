import { newVersionFields } from '#shared/contract/hr-documents.ts';
import { documentExtensions } from '#shared/domain/hr/documents.ts';
import { validateBy } from '#app/lib/forms.ts';

/** The facts of a version in addition to its file (HR-04). */
export interface VersionValues extends Record<string, unknown> {
  effectiveOn: string;
  reviewOn: string;
  note: string;
}

/** A version of which nothing is said yet. */
export const noVersion: VersionValues = { effectiveOn: '', reviewOn: '', note: '' };

/** The fields of a call from the form; what was left empty is not sent. */
export function versionFields({ effectiveOn, reviewOn, note }: VersionValues): Record<string, string> {
  return {
    ...(effectiveOn === '' ? {} : { effectiveOn }),
    ...(reviewOn === '' ? {} : { reviewOn }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
}

/** Whether the name of a file says that it is of a type that documents may be (HR-04); its bytes are judged by the server. */
export function isDocumentName(name: string): boolean {
  return documentExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}

/** The rules of the contract for what is said of a version. */
export const versionFaults = (values: VersionValues) => validateBy(newVersionFields)(versionFields(values));
