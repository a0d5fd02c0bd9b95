import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  bodyId,
  calendarDate,
  enteredLine,
  flag,
  instant,
  line,
  pageFields,
  pathId,
  requiredLine,
  sortBy,
  userId,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  documentCategory,
  organizationDocumentItem,
  organizationDocumentView,
  organizationFigures,
} from '#shared/contract/hr-document-schemas.ts';
import { documentSignature, hrPerson } from '#shared/contract/hr-schemas.ts';
import { signatureBody } from '#shared/contract/signatures.ts';

/** The maximum number of people named in one call; departments or everybody are requested without naming each. */
export const MAX_READERS = 200;

const commaList = <Item>(most: number, one: z.ZodType<Item, string>) =>
  z
    .string()
    .max(most * 65)
    .transform((text) => text.split(','))
    .pipe(z.array(one).min(1).max(most));

/** Fields of a form with a file: everything arrives as text. */
const dateText = z
  .union([z.literal('').transform(() => null), calendarDate])
  .nullable()
  .optional();
const versionFields = {
  note: enteredLine(200).optional(),
  effectiveOn: dateText,
  reviewOn: dateText,
};
/** The form of a new document, sent with its file. */
export const newDocumentFields = z.strictObject({
  organizationId: pathId,
  title: requiredLine(200, because('title_needed')),
  category: documentCategory,
  ownerId: userId.optional(),
  ...versionFields,
});

/** The form of a new version, sent with its file. */
export const newVersionFields = z.strictObject({
  ...versionFields,
  askAgain: z.enum(['true', 'false']).optional(),
  /** The last day for people with a new request; in 14 days unless another is given. */
  dueOn: calendarDate.optional(),
});

const area = { permission: 'hr.view' } as const;
const titles = 'titles and dates; opening a document is recorded';
const reading = { permission: 'hr.organizationDocuments' } as const;
const bySlug = z.strictObject({ slug: line(100) });
const one = z.strictObject({ id: pathId });

/** The filters of the report of a version: the newest one unless set. */
const readerFilters = {
  version: pathId.optional(),
  /** `overdue`: open, and past the due date. */
  show: z.enum(['open', 'done', 'overdue']).optional(),
};

/** The fields of a document that may change, as its dialog sends them (HR-04). */
export const documentChange = z
  .strictObject({
    title: requiredLine(200, because('title_needed')),
    category: documentCategory,
    ownerId: userId.nullable(),
    isArchived: z.boolean(),
  })
  .partial()
  .meta({ id: 'DocumentChange' });

/** Organization documents, and reading and acknowledging them (HR-04). */
export const hrDocumentsContract = {
  organization: defineEndpoint({
    id: 'hr.organization',
    method: 'GET',
    path: '/api/hr/organizations/:slug',
    summary: 'One organization of the reach with figures of its documents (HR-04)',
    access: area,
    compressed: true,
    audit: { none: 'figures' },
    data: { shows: ['agreements', 'cvs', 'documents', 'registrations', 'organizations', 'people'] },
    params: bySlug,
    response: organizationFigures,
  }),
  list: defineEndpoint({
    id: 'hr.documents',
    method: 'GET',
    path: '/api/hr/organizations/:slug/documents',
    summary: 'Documents of one organization of the reach by category (HR-04)',
    access: reading,
    audit: { none: titles, inspected: { action: 'inspection.documentsListed', record: 'hr_documents' } },
    data: { shows: ['documents'] },
    params: bySlug,
    query: z.strictObject({
      ...pageFields,
      category: documentCategory.optional(),
      /** Only documents with a review that is due soon, or past due; `due`: both. */
      review: z.enum(['due', 'soon', 'past']).optional(),
      archived: z.enum(['true', 'false']).optional(),
      /** `open`: only documents with an open acknowledgement of their effective version. */
      acknowledgement: z.enum(['open']).optional(),
      sort: sortBy(['title', 'category', 'reviewOn', 'uploadedAt']),
    }),
    response: z.array(organizationDocumentItem),
    list: true,
    compressed: true,
  }),
  get: defineEndpoint({
    id: 'hr.document',
    method: 'GET',
    path: '/api/hr/documents/:id',
    summary: 'An organization document with its versions',
    access: reading,
    audit: { none: titles, inspected: { action: 'inspection.documentViewed', record: 'hr_documents' } },
    data: { shows: ['documents'] },
    params: one,
    revision: 'answered',
    response: organizationDocumentView,
  }),
  create: defineEndpoint({
    id: 'hr.createDocument',
    method: 'POST',
    path: '/api/hr/documents',
    summary: 'Add an organization document with its first version in the part `file`',
    access: area,
    audit: { command: 'hr_document.created' },
    data: { changes: ['documents'] },
    multipart: {
      fields: newDocumentFields,
      files: ['file'],
    },
    errors: ['NOT_FOUND'],
    response: organizationDocumentView,
    status: 201,
  }),
  change: defineEndpoint({
    id: 'hr.changeDocument',
    method: 'PATCH',
    path: '/api/hr/documents/:id',
    summary:
      'Change title, category or owner, archive or restore; If-Match of an older record answers 409 with both',
    access: area,
    audit: { command: 'hr_document.changed', record: 'hr_documents' },
    data: { changes: ['documents'] },
    params: one,
    body: documentChange,
    revision: 'compared',
    response: organizationDocumentView,
  }),
  upload: defineEndpoint({
    id: 'hr.uploadDocument',
    method: 'POST',
    path: '/api/hr/documents/:id/versions',
    summary: 'Upload a new version in the part `file`; `askAgain` asks everybody who was asked before',
    access: area,
    audit: { command: 'hr_document.uploaded', record: 'hr_documents' },
    data: { changes: ['documents'] },
    params: one,
    multipart: {
      fields: newVersionFields,
      files: ['file'],
    },
    errors: ['ILLEGAL_STEP'],
    response: organizationDocumentView,
    status: 201,
  }),
  ask: defineEndpoint({
    id: 'hr.askToAcknowledge',
    method: 'POST',
    path: '/api/hr/documents/:id/ask',
    summary:
      'Ask people, departments or everybody of the organization to read and acknowledge the newest version',
    access: area,
    audit: { command: 'hr_document.asked', record: 'hr_documents' },
    data: { changes: ['documents'] },
    params: one,
    body: z.strictObject({
      userIds: z.array(userId).max(MAX_READERS).default([]),
      departmentIds: z.array(bodyId).max(200).default([]),
      everybody: z.boolean().default(false),
      /** The last day for it in the zone of the organization; in 14 days unless another is given. */
      dueOn: calendarDate.optional(),
    }),
    errors: ['ILLEGAL_STEP'],
    response: z.object({ asked: z.number() }).meta({ id: 'AskedReaders' }),
  }),
  audience: defineEndpoint({
    id: 'hr.audience',
    method: 'GET',
    path: '/api/hr/documents/:id/audience',
    summary: 'How many people would be asked to read the newest version, before they are (HR-04)',
    access: area,
    audit: { none: 'figures' },
    data: { shows: ['documents', 'people'] },
    params: one,
    query: z.strictObject({
      userIds: commaList(MAX_READERS, userId).optional(),
      departmentIds: commaList(200, pathId).optional(),
      everybody: flag.optional(),
    }),
    response: z
      .object({
        /** Active people of the organization among the chosen ones. */
        people: z.number(),
        /** The people among them who have not been requested yet. */
        toAsk: z.number(),
      })
      .meta({ id: 'DocumentAudience' }),
  }),
  readers: defineEndpoint({
    id: 'hr.readers',
    method: 'GET',
    path: '/api/hr/documents/:id/readers',
    summary: 'Who was asked to read a version, who acknowledged it and when, who has not (HR-04)',
    access: area,
    audit: { access: 'hr_document.readers_read' },
    data: { shows: ['documents', 'people'] },
    params: one,
    query: z.strictObject({
      ...pageFields,
      ...readerFilters,
      sort: sortBy(['name', 'acknowledgedAt', 'requestedAt', 'dueOn']),
    }),
    response: z.array(
      z
        .object({
          id: z.number(),
          person: hrPerson,
          versionNumber: z.number(),
          requestedAt: instant,
          /** Null if it was requested without a due date. */
          dueOn: calendarDate.nullable(),
          isOverdue: z.boolean(),
          acknowledgedAt: instant.nullable(),
          signature: documentSignature.nullable(),
        })
        .meta({ id: 'DocumentReader' }),
    ),
    list: true,
    compressed: true,
  }),
  readersCsv: defineEndpoint({
    id: 'hr.readersCsv',
    method: 'GET',
    path: '/api/hr/documents/:id/readers.csv',
    summary: 'The same report as CSV, with the signatures as they hold now (HR-04)',
    access: area,
    audit: { access: 'hr_document.readers_exported' },
    data: { none: 'a download' },
    params: one,
    query: z.strictObject({ q: pageFields.q, ...readerFilters }),
    raw: 'text/csv',
    compressed: true,
    response: z.undefined(),
  }),
  acknowledge: defineEndpoint({
    id: 'hr.acknowledge',
    method: 'POST',
    path: '/api/hr/own/acknowledgements/:id',
    summary: 'Acknowledge by signature a document of which all was seen (409 CONTENT_NOT_SEEN)',
    access: { permission: 'account.own' },
    audit: { command: 'hr_document.acknowledged', record: 'hr_acknowledgements' },
    data: { changes: ['documents'] },
    params: one,
    body: signatureBody,
    errors: [
      'CLOCK_WRONG',
      'CONTENT_NOT_SEEN',
      'ILLEGAL_STEP',
      'SIGNATURE_AGREEMENT_REQUIRED',
      'PASSKEY_CHALLENGE',
      'SIGNATURE_REFUSED',
      'SIGNING_CLOSED',
      'TEMPORARY_PASSWORD',
      'TOO_MANY_ATTEMPTS',
    ],
    response: z
      .object({ acknowledgedAt: instant, signature: documentSignature })
      .meta({ id: 'DocumentAcknowledgement' }),
  }),
};
