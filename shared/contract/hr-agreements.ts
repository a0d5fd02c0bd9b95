import { z } from 'zod';
import {
  bodyId,
  calendarDate,
  givenDate,
  instant,
  line,
  pageFields,
  pathId,
  reason,
  requiredLine,
  sortBy,
  userId,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { documentSignature, documentVersion, hrPerson } from '#shared/contract/hr-schemas.ts';
import { signatureGiven } from '#shared/contract/signatures.ts';
import {
  agreementEvents,
  agreementKinds,
  agreementMoves,
  agreementStates,
} from '#shared/domain/hr/agreements.ts';

const state = z.enum(agreementStates);
const kind = z.enum(agreementKinds);
const side = z.enum(['organization', 'party']);

const facts = {
  id: z.number(),
  title: z.string(),
  kind,
  state,
  organizationId: z.number(),
  organizationName: z.string(),
  /** The name of the other party, with or without an account. */
  partyName: z.string(),
  partyEmail: z.string().nullable(),
  /** Set where the other party has an account and signs inside. */
  partyUserId: z.string().nullable(),
  startsOn: givenDate,
  endsOn: givenDate.nullable(),
  noticeDays: z.number(),
  /** Last day after a notice, which goes before `endsOn`; null: no notice was given. */
  terminatesOn: givenDate.nullable(),
  /** Days until the last day, negative once it is over; null: no end. */
  endsInDays: z.number().nullable(),
  /** Days until the start date, negative once it is over. */
  startsInDays: z.number(),
  /** The newest version of its document. */
  versionId: z.number().nullable(),
  versionNumber: z.number().nullable(),
  /** Which sides have signed. */
  signed: z.array(side),
  /** The PDF of the agreement with all its signatures; null before the last one. */
  signedCopyUrl: z.string().nullable(),
  revision: z.number(),
};

/** An agreement in lists (HR-03). */
export const agreementItem = z.object(facts).meta({ id: 'AgreementItem' });

/** Something that was done with an agreement, as the audit trail has it (HR-03). */
export const agreementHistoryEntry = z
  .object({
    at: instant,
    /** IANA zone in which everybody reads it (RPT-05): of the signature, else of the organization. */
    timeZone: z.string(),
    event: z.enum(agreementEvents),
    /** Who did it; null: a person who is unknown by now. */
    by: z.string().nullable(),
    /** The version that was uploaded. */
    versionNumber: z.number().nullable(),
    /** The terms that were changed. */
    changed: z.array(z.enum(['title', 'kind', 'party', 'startsOn', 'endsOn', 'noticeDays'])),
    /** Why it was declined or ended; null where no reason is given. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'AgreementHistoryEntry' });

/** An agreement with its versions and signatures (HR-03). */
export const agreementView = z
  .object({
    ...facts,
    party: hrPerson.nullable(),
    sentAt: instant.nullable(),
    activatedAt: instant.nullable(),
    terminatedAt: instant.nullable(),
    terminatedBy: z.string().nullable(),
    terminatedReason: z.string().nullable(),
    noticeGivenAt: instant.nullable(),
    noticeGivenBy: z.string().nullable(),
    noticeReason: z.string().nullable(),
    declinedAt: instant.nullable(),
    /** Why the other party did not sign. */
    declinedReason: z.string().nullable(),
    /** What the caller may do now. */
    moves: z.array(z.enum(agreementMoves)),
    /** The side for which the caller would sign; null: nothing to sign. */
    signsFor: side.nullable(),
    versions: z.array(documentVersion),
    signatures: z.array(documentSignature.extend({ side })),
    /** What was done with it, the newest first; empty for its party. */
    history: z.array(agreementHistoryEntry),
  })
  .meta({ id: 'AgreementView' });

/** The terms, as forms send them; the server refuses a party that is both a person and a name. */
const terms = {
  title: requiredLine(200, 'Title is required'),
  kind,
  partyUserId: userId.nullable(),
  partyName: line(200).trim().nullable(),
  partyEmail: z.email('Valid email required').max(254, 'Valid email required').nullable(),
  startsOn: calendarDate,
  endsOn: calendarDate.nullable(),
  noticeDays: z.int('Must be a whole number of days').min(0, 'At least 0').max(730, 'At most 730'),
};

/** The form of a new agreement (HR-03). */
export const agreementForm = z
  .strictObject({ organizationId: bodyId, ...terms })
  .meta({ id: 'AgreementForm' });

/** The form beside the file of an agreement. */
export const agreementUploadFields = z.strictObject({ note: line(200).trim().optional() });

const area = { permission: 'hr.view' } as const;
const one = z.strictObject({ id: pathId });
/** What narrows the list and its figures. */
const filters = { organizationId: pathId.optional(), kind: kind.optional() };

/** Consulting agreements (HR-03). Changes with `If-Match` of an older revision are refused with 409 STALE and what is stored. */
export const hrAgreementsContract = {
  list: defineEndpoint({
    id: 'hr.agreements',
    method: 'GET',
    path: '/api/hr/agreements',
    summary: 'Agreements of the organizations of the reach (HR-03)',
    access: area,
    audit: { access: 'agreement.listed' },
    query: z.strictObject({
      ...pageFields,
      ...filters,
      state: state.optional(),
      /** `open`: not ended; `ended`: expired or terminated. */
      tab: z.enum(['open', 'ended']).optional(),
      sort: sortBy(['title', 'party', 'startsOn', 'endsOn']),
    }),
    errors: ['NOT_FOUND'],
    response: z.array(agreementItem),
    list: true,
  }),
  figures: defineEndpoint({
    id: 'hr.agreementFigures',
    method: 'GET',
    path: '/api/hr/agreements/figures',
    summary: 'How many agreements of the reach are in each state',
    access: area,
    audit: { none: 'figures' },
    query: z.strictObject(filters),
    errors: ['NOT_FOUND'],
    response: z.object({ total: z.number(), states: z.record(state, z.number()) }),
  }),
  parties: defineEndpoint({
    id: 'hr.agreementParties',
    method: 'GET',
    path: '/api/hr/agreements/parties',
    summary:
      'The people of the reach who can be the other party of an agreement, in the order of their names',
    access: area,
    audit: { none: 'names and addresses within the reach of the caller' },
    query: z.strictObject(pageFields),
    errors: ['NOT_FOUND'],
    response: z.array(hrPerson),
    list: true,
  }),
  get: defineEndpoint({
    id: 'hr.agreement',
    method: 'GET',
    path: '/api/hr/agreements/:id',
    summary:
      'An agreement with versions and signatures: for its party once it was sent, and for hr of the organization',
    access: { permission: 'hr.documents' },
    audit: { access: 'agreement.read' },
    params: one,
    revision: 'answered',
    response: agreementView,
  }),
  signedCopy: defineEndpoint({
    id: 'hr.signedAgreement',
    method: 'GET',
    path: '/api/hr/agreements/:id/signed-copy',
    summary:
      'The agreement that all sides have signed, as a PDF: its pages, a page of signatures, and the signed file attached',
    access: { permission: 'hr.documents' },
    audit: { access: 'agreement.signed_copy_read' },
    params: one,
    raw: 'application/pdf',
    response: z.undefined(),
  }),
  create: defineEndpoint({
    id: 'hr.createAgreement',
    method: 'POST',
    path: '/api/hr/agreements',
    summary: 'Draft an agreement',
    access: area,
    audit: { command: 'agreement.created' },
    body: agreementForm,
    revision: 'answered',
    errors: ['NOT_FOUND'],
    response: agreementView,
    status: 201,
  }),
  change: defineEndpoint({
    id: 'hr.changeAgreement',
    method: 'PATCH',
    path: '/api/hr/agreements/:id',
    summary: 'Change the terms of a draft',
    access: area,
    audit: { command: 'agreement.changed' },
    params: one,
    body: z.strictObject(terms).partial(),
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: agreementView,
  }),
  upload: defineEndpoint({
    id: 'hr.uploadAgreement',
    method: 'POST',
    path: '/api/hr/agreements/:id/versions',
    summary: 'Upload a version of a draft in the part `file`',
    access: area,
    audit: { command: 'agreement.uploaded' },
    params: one,
    multipart: { fields: agreementUploadFields, files: ['file'] },
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: agreementView,
    status: 201,
  }),
  send: defineEndpoint({
    id: 'hr.sendAgreement',
    method: 'POST',
    path: '/api/hr/agreements/:id/send',
    summary: 'Send a draft out for signature; a party with an account gets a mail',
    access: area,
    audit: { command: 'agreement.sent' },
    params: one,
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: agreementView,
  }),
  withdraw: defineEndpoint({
    id: 'hr.withdrawAgreement',
    method: 'POST',
    path: '/api/hr/agreements/:id/withdraw',
    summary: 'Take an agreement back to draft while nobody has signed it, also after it was declined',
    access: area,
    audit: { command: 'agreement.withdrawn' },
    params: one,
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: agreementView,
  }),
  sign: defineEndpoint({
    id: 'hr.signAgreement',
    method: 'POST',
    path: '/api/hr/agreements/:id/sign',
    summary:
      'Sign for the organization or as its party, once all of it was seen (409 CONTENT_NOT_SEEN); with the last signature it is active from its start date',
    access: { permission: 'hr.documents' },
    audit: { command: 'agreement.signed' },
    params: one,
    body: z.strictObject({ signature: signatureGiven }),
    revision: 'compared',
    errors: ['ILLEGAL_STEP', 'SIGNATURE_REFUSED'],
    response: agreementView,
  }),
  terminate: defineEndpoint({
    id: 'hr.terminateAgreement',
    method: 'POST',
    path: '/api/hr/agreements/:id/terminate',
    summary:
      'End an agreement at once, or by notice at the end of `lastDay`, or discard one that is not signed, with a reason',
    access: area,
    audit: { command: 'agreement.terminated' },
    params: one,
    body: z.strictObject({ reason, lastDay: calendarDate.optional() }),
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: agreementView,
  }),
  decline: defineEndpoint({
    id: 'hr.declineAgreement',
    method: 'POST',
    path: '/api/hr/agreements/:id/decline',
    summary: 'Decline to sign an agreement as its other party, with a reason',
    access: { permission: 'hr.documents' },
    audit: { command: 'agreement.declined' },
    params: one,
    body: z.strictObject({ reason }),
    response: agreementView,
  }),
};
