import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  bodyId,
  calendarDate,
  enteredLine,
  pageFields,
  pathId,
  reason,
  reasonBody,
  requiredLine,
  sortBy,
  userId,
} from '#shared/contract/common.ts';
import { paperFields } from '#shared/contract/paper-fields.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  agreementItem,
  agreementKind,
  agreementState,
  agreementView,
} from '#shared/contract/hr-agreement-schemas.ts';
import { fileWithNote, hrPerson } from '#shared/contract/hr-schemas.ts';
import { signatureBody } from '#shared/contract/signatures.ts';

/** The terms, as forms send them; the server refuses a party that is both a person and a name. */
const terms = {
  title: requiredLine(200, because('title_needed')),
  kind: agreementKind,
  partyUserId: userId.nullable(),
  partyName: enteredLine(200).nullable(),
  partyEmail: z.email(because('email_invalid')).max(254, because('email_invalid')).nullable(),
  startsOn: calendarDate,
  endsOn: calendarDate.nullable(),
  noticeDays: z
    .int(because('not_whole_days'))
    .min(0, because('too_small', { minimum: 0 }))
    .max(730, because('too_big', { maximum: 730 })),
};

/** The form of a new agreement (HR-03). */
export const agreementForm = z
  .strictObject({ organizationId: bodyId, ...terms })
  .meta({ id: 'AgreementForm' });

const area = { permission: 'hr.view' } as const;
const one = z.strictObject({ id: pathId });
/** The filters of the list and its figures. */
const filters = { organizationId: pathId.optional(), kind: agreementKind.optional() };

/** Consulting agreements (HR-03). Changes with `If-Match` of an older revision are refused with 409 STALE and the stored record. */
export const hrAgreementsContract = {
  list: defineEndpoint({
    id: 'hr.agreements',
    method: 'GET',
    path: '/api/hr/agreements',
    summary: 'Agreements of the organizations of the reach (HR-03)',
    access: { permission: 'hr.agreementList' },
    audit: { access: 'agreement.listed' },
    data: { shows: ['agreements', 'organizations'] },
    query: z.strictObject({
      ...pageFields,
      ...filters,
      state: agreementState.optional(),
      /** `open`: not ended; `ended`: expired or terminated. */
      tab: z.enum(['open', 'ended']).optional(),
      sort: sortBy(['title', 'party', 'startsOn', 'endsOn']),
    }),
    errors: ['NOT_FOUND'],
    response: z.array(agreementItem),
    list: true,
    compressed: true,
  }),
  figures: defineEndpoint({
    id: 'hr.agreementFigures',
    method: 'GET',
    path: '/api/hr/agreements/figures',
    summary: 'How many agreements of the reach are in each state',
    access: area,
    audit: { none: 'figures' },
    data: { shows: ['agreements'] },
    query: z.strictObject(filters),
    errors: ['NOT_FOUND'],
    response: z
      .object({ total: z.number(), states: z.record(agreementState, z.number()) })
      .meta({ id: 'AgreementFigures' }),
  }),
  parties: defineEndpoint({
    id: 'hr.agreementParties',
    method: 'GET',
    path: '/api/hr/agreements/parties',
    summary:
      'The people of the reach who can be the other party of an agreement, in the order of their names',
    access: area,
    audit: { none: 'names and addresses within the reach of the caller' },
    data: { shows: ['people'] },
    query: z.strictObject(pageFields),
    errors: ['NOT_FOUND'],
    response: z.array(hrPerson),
    list: true,
    compressed: true,
  }),
  get: defineEndpoint({
    id: 'hr.agreement',
    method: 'GET',
    path: '/api/hr/agreements/:id',
    summary:
      'An agreement with versions and signatures: for its party once it was sent, and for hr of the organization',
    access: { permission: 'hr.agreements' },
    audit: { access: 'agreement.read' },
    data: { shows: ['agreements'] },
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
    access: { permission: 'hr.agreements' },
    audit: { access: 'agreement.signed_copy_read' },
    data: { none: 'a download' },
    params: one,
    query: z.strictObject(paperFields),
    raw: 'application/pdf',
    errors: ['INTEGRITY_FAILED', 'TIMEOUT'],
    response: z.undefined(),
  }),
  create: defineEndpoint({
    id: 'hr.createAgreement',
    method: 'POST',
    path: '/api/hr/agreements',
    summary: 'Draft an agreement',
    access: area,
    audit: { command: 'agreement.created' },
    data: { changes: ['agreements'] },
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
    audit: { command: 'agreement.changed', record: 'hr_agreements' },
    data: { changes: ['agreements'] },
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
    audit: { command: 'agreement.uploaded', record: 'hr_agreements' },
    data: { changes: ['agreements'] },
    params: one,
    multipart: fileWithNote,
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
    audit: { command: 'agreement.sent', record: 'hr_agreements' },
    data: { changes: ['agreements'] },
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
    audit: { command: 'agreement.withdrawn', record: 'hr_agreements' },
    data: { changes: ['agreements'] },
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
    audit: { command: 'agreement.signed', record: 'hr_agreements' },
    data: { changes: ['agreements'] },
    params: one,
    body: signatureBody,
    revision: 'compared',
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
    response: agreementView,
  }),
  terminate: defineEndpoint({
    id: 'hr.terminateAgreement',
    method: 'POST',
    path: '/api/hr/agreements/:id/terminate',
    summary:
      'End an agreement at once, or by notice at the end of `lastDay`, or discard one that is not signed, with a reason',
    access: area,
    audit: { command: 'agreement.terminated', record: 'hr_agreements' },
    data: { changes: ['agreements'] },
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
    audit: { command: 'agreement.declined', record: 'hr_agreements' },
    data: { changes: ['agreements'] },
    params: one,
    body: reasonBody,
    revision: 'compared',
    errors: ['ILLEGAL_STEP'],
    response: agreementView,
  }),
};
