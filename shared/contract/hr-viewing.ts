import { z } from 'zod';
import { instant, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { progressBody } from '#shared/contract/viewing.ts';

/** The parts of a version's file that the caller has seen (HR-03, HR-04). */
const documentSight = z
  .object({
    versionId: z.number(),
    /** Null if the server cannot count pages: the file must be downloaded. */
    pages: z.number().nullable(),
    seenPages: z.array(z.number()),
    /** The whole file was sent to the caller. */
    downloaded: z.boolean(),
    /** The file is being converted to pages: it cannot be signed until the conversion has ended. */
    preparing: z.boolean(),
    /** The document may be signed by the caller. */
    contentSeen: z.boolean(),
  })
  .meta({ id: 'DocumentSight' });

const access = { permission: 'hr.documents' } as const;
const params = z.strictObject({ versionId: pathId });

/** Reading documents before they are signed, pages counted by the server as for trainings (HR-03, HR-04, VIEW-03). */
export const hrViewingContract = {
  sight: defineEndpoint({
    id: 'hr.documentSight',
    method: 'GET',
    path: '/api/hr/files/:versionId/sight',
    summary: 'What the caller has seen of a version of a document (HR-03, HR-04)',
    access,
    audit: { none: 'what the caller has read; opening the file is recorded' },
    data: { none: 'the answers to what was read take its place' },
    params,
    response: documentSight,
  }),
  open: defineEndpoint({
    id: 'hr.openDocumentView',
    method: 'POST',
    path: '/api/hr/files/:versionId/view-session',
    summary:
      'Opens a version of a document for reading: pages count only in a session that the server issued',
    access,
    audit: { command: 'hr_document.content_opened', record: 'hr_document_versions' },
    data: { none: 'the answer says what was read' },
    params,
    response: documentSight
      .extend({ viewSessionId: z.string(), startedAt: instant })
      .meta({ id: 'DocumentViewSession' }),
  }),
  progress: defineEndpoint({
    id: 'hr.documentProgress',
    method: 'POST',
    path: '/api/hr/files/:versionId/progress',
    summary: 'Reports pages that were seen; credited no faster than the clock (VIEW-03)',
    access,
    audit: { command: 'hr_document.progressed', record: 'hr_document_versions', onlyChanges: true },
    data: { none: 'the answer says what was read' },
    params,
    body: z.strictObject({
      viewSessionId: progressBody.shape.viewSessionId.unwrap(),
      pages: progressBody.shape.pages.unwrap(),
    }),
    response: documentSight,
    extendsSession: false,
  }),
};
