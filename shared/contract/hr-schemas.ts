import { z } from 'zod';
import { signatureState } from '#shared/contract/assignment-schemas.ts';
import { enteredLine, givenDate, instant } from '#shared/contract/common.ts';

/** A file of a document as people open it (HR-02…04). */
export const documentFile = z
  .object({
    name: z.string(),
    /** Path of the file; `?pdf=true` answers the PDF to which an office file was converted. */
    url: z.string(),
    size: z.number(),
    contentType: z.string(),
    /** SHA-256 of the bytes. */
    sha256: z.string(),
    /** Whether an office file has a PDF to show; null for other files. */
    converted: z.enum(['pending', 'converted', 'failed', 'not_planned']).nullable(),
  })
  .meta({ id: 'DocumentFile' });

/** One version of a document (HR-02…04). */
export const documentVersion = z
  .object({
    id: z.number(),
    number: z.number(),
    file: documentFile,
    note: z.string().nullable(),
    effectiveOn: givenDate.nullable(),
    reviewOn: givenDate.nullable(),
    uploadedAt: instant,
    uploadedBy: z.string().nullable(),
  })
  .meta({ id: 'DocumentVersion' });

/** A signature below a document, with its meaning and validity (SIG-04). */
export const documentSignature = signatureState;

/** A person as lists of the HR area name one. */
export const hrPerson = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The two parts of the name that signatures print. */
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string(),
    jobTitle: z.string().nullable(),
    organizationId: z.number().nullable(),
    organizationName: z.string().nullable(),
    departmentName: z.string().nullable(),
  })
  .meta({ id: 'HrPerson' });

/** An uploaded file with a note on the changes. */
export const fileWithNote = {
  name: 'FileWithNote',
  fields: z.strictObject({ note: enteredLine(200).optional() }),
  files: ['file'],
} as const;
