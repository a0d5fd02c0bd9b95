import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  bodyId,
  done,
  flag,
  givenDate,
  instant,
  line,
  multiline,
  pageFields,
  pathId,
  sortBy,
  userId,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { fileWithNote, documentSignature, documentVersion, hrPerson } from '#shared/contract/hr-schemas.ts';
import { signatureGiven, statementCode } from '#shared/contract/signatures.ts';
import { cvStates, LONGEST_CV_MONTHS } from '#shared/domain/hr/cvs.ts';

/** The maximum number of people in one call that requests their CVs, or names them for a download. */
export const MAX_CHOSEN = 200;

const cvState = z.enum(cvStates);

/** The filters of the list of CVs, its figures and its download (HR-02). */
const cvFilters = {
  q: pageFields.q,
  organizationId: pathId.optional(),
  state: cvState.optional(),
  /** Only those in a state to act on. */
  due: z.enum(['true']).optional(),
};

/** A person's CV in the repository (HR-02). */
const cvItem = hrPerson
  .extend({
    state: cvState,
    /** Number of the newest version; null if none was uploaded. */
    version: z.number().nullable(),
    signedAt: instant.nullable(),
    /** IANA zone of the signature (RPT-05). */
    signedTimeZone: z.string().nullable(),
    validUntil: givenDate.nullable(),
    /** A version newer than the signed one waits for the owner's signature. */
    waitingForSignature: z.boolean(),
    requestedAt: instant.nullable(),
    /** The path of the signed file, or else of the newest one. */
    url: z.string().nullable(),
  })
  .meta({ id: 'CvItem' });

/** A version of a CV with its signature (HR-02). */
const cvVersion = documentVersion
  .extend({
    validUntil: givenDate.nullable(),
    signature: documentSignature.nullable(),
  })
  .meta({ id: 'CvVersion' });

/** A person's CV with its history (HR-02). */
export const cvView = z
  .object({
    person: hrPerson,
    state: cvState,
    validUntil: givenDate.nullable(),
    requestedAt: instant.nullable(),
    /** The statement with which the owner signs the newest version (SIG-05); null if there is nothing to sign. */
    statement: statementCode.nullable(),
    /** The newest first. */
    versions: z.array(cvVersion),
  })
  .meta({ id: 'CvView' });

/** The validity of a CV from the day of its signature: the installation's setting (HR-02). */
export const cvValidity = z
  .strictObject({
    validMonths: z
      .int(because('months_range', { maximum: 120 }))
      .min(1, because('months_range', { maximum: 120 }))
      .max(LONGEST_CV_MONTHS, because('months_range', { maximum: 120 })),
  })
  .meta({ id: 'CvValidity' });

const own = { permission: 'account.own' } as const;
const area = { permission: 'hr.view' } as const;

/** The CV repository and the person's side of it (HR-02). */
export const hrCvsContract = {
  list: defineEndpoint({
    id: 'hr.cvs',
    method: 'GET',
    path: '/api/hr/cvs',
    summary: 'CVs of the people of the reach with their state (HR-02)',
    access: area,
    audit: { none: 'names and states, as the list of people has them; opening a CV is recorded' },
    data: { shows: ['cvs', 'people', 'organizations'] },
    query: z.strictObject({
      ...pageFields,
      ...cvFilters,
      sort: sortBy(['name', 'state', 'validUntil', 'organization']),
    }),
    errors: ['NOT_FOUND'],
    response: z.array(cvItem),
    list: true,
    compressed: true,
  }),
  figures: defineEndpoint({
    id: 'hr.cvFigures',
    method: 'GET',
    path: '/api/hr/cvs/figures',
    summary: 'How many people of the reach have a CV in each state',
    access: area,
    audit: { none: 'figures' },
    data: { shows: ['cvs', 'people'] },
    query: z.strictObject({ organizationId: pathId.optional() }),
    errors: ['NOT_FOUND'],
    response: z
      .object({ total: z.number(), states: z.record(cvState, z.number()) })
      .meta({ id: 'CvFigures' }),
  }),
  zip: defineEndpoint({
    id: 'hr.cvsZip',
    method: 'GET',
    path: '/api/hr/cvs/zip',
    summary: 'The chosen or filtered CVs as a streamed ZIP with a manifest of SHA-256 sums',
    access: area,
    audit: { access: 'cv.downloaded' },
    data: { none: 'a download' },
    query: z.strictObject({
      ...cvFilters,
      userIds: z
        .string()
        .max(MAX_CHOSEN * 65)
        .transform((text) => text.split(','))
        .pipe(z.array(userId).min(1).max(MAX_CHOSEN))
        .optional(),
    }),
    raw: 'application/zip',
    errors: ['NOT_FOUND'],
    response: z.undefined(),
  }),
  validity: defineEndpoint({
    id: 'hr.cvValidity',
    method: 'GET',
    path: '/api/hr/cvs/validity',
    summary: 'For how many months a CV is valid from its signature on (HR-02)',
    access: area,
    audit: { none: 'a setting of the installation' },
    data: { shows: ['cvs'] },
    errors: ['NOT_FOUND'],
    response: cvValidity,
  }),
  setValidity: defineEndpoint({
    id: 'hr.setCvValidity',
    method: 'PUT',
    path: '/api/hr/cvs/validity',
    summary: 'Changes for how long CVs are valid that are signed from now on; signed ones keep their day',
    access: { permission: 'operations.manage' },
    audit: { command: 'cv.validity_set' },
    data: { changes: ['cvs'] },
    body: cvValidity,
    response: cvValidity,
  }),
  request: defineEndpoint({
    id: 'hr.requestCvs',
    method: 'POST',
    path: '/api/hr/cvs/requests',
    summary: 'Ask people for their CV by a mail whose link opens the upload for exactly that person',
    access: area,
    audit: { command: 'cv.requested' },
    data: { changes: ['cvs'] },
    body: z.strictObject({
      userIds: z.array(userId).min(1, because('user_needed')).max(MAX_CHOSEN),
      message: multiline(500).trim().optional(),
    }),
    errors: ['NOT_FOUND'],
    response: z.object({ requested: z.number(), skipped: z.number() }).meta({ id: 'RequestedCvs' }),
  }),
  ofPerson: defineEndpoint({
    id: 'hr.cvOfPerson',
    method: 'GET',
    path: '/api/hr/people/:userId/cv',
    summary: 'The CV of a person with its versions and signatures: the own one, or one of the reach',
    access: { permission: 'hr.cvs' },
    audit: { access: 'cv.read' },
    data: { shows: ['cvs', 'people'] },
    params: z.strictObject({ userId }),
    response: cvView,
  }),
  upload: defineEndpoint({
    id: 'hr.uploadCv',
    method: 'POST',
    path: '/api/hr/own/cv',
    summary: 'Upload a version of the own CV in the part `file`; it counts once it is signed',
    access: own,
    audit: { command: 'cv.uploaded', record: 'users' },
    data: { changes: ['cvs'] },
    multipart: fileWithNote,
    response: cvView,
    status: 201,
  }),
  sign: defineEndpoint({
    id: 'hr.signCv',
    method: 'POST',
    path: '/api/hr/own/cv/sign',
    summary: 'Sign and date the newest version of the own CV',
    access: own,
    audit: { command: 'cv.signed', record: 'users' },
    data: { changes: ['cvs'] },
    body: z.strictObject({ versionId: bodyId, signature: signatureGiven }),
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
    response: cvView,
  }),
  openRequest: defineEndpoint({
    id: 'hr.openCvRequest',
    method: 'POST',
    path: '/api/hr/own/cv/open-request',
    summary: 'Use the link of a request for a CV: once, and only by the person whom it was sent to',
    access: own,
    audit: { command: 'cv.request_opened', record: 'users' },
    data: { changes: ['cvs'] },
    body: z.strictObject({ token: line(100).min(1) }),
    errors: ['LINK_DEAD'],
    response: done,
  }),
  file: defineEndpoint({
    id: 'hr.file',
    method: 'GET',
    path: '/api/hr/files/:versionId',
    summary:
      'The file of a version of a document: for its owner or party, its reader, and hr of the organization',
    access: { permission: 'hr.documents' },
    audit: { access: 'hr.document_opened' },
    data: { none: 'a file' },
    params: z.strictObject({ versionId: pathId }),
    query: z.strictObject({ download: flag.optional(), pdf: flag.optional() }),
    raw: 'application/octet-stream',
    response: z.undefined(),
  }),
};
