import { z } from 'zod';
import {
  bodyId,
  line,
  pageFields,
  pagingFields,
  pathId,
  reasonBody,
  recordId,
  userId,
} from '#shared/contract/common.ts';
import {
  accessReview,
  reviewAnswerBody,
  reviewedAccount,
  reviewRow,
  reviewSchedule,
} from '#shared/contract/access-review-schemas.ts';
import { paperFields } from '#shared/contract/paper-fields.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { signatureGiven, signatureManifest } from '#shared/contract/signatures.ts';
import { reviewFilters, reviewMonthsRange } from '#shared/domain/people/access-review.ts';

const readers = { permission: 'access.view' } as const;
const reviewers = { permission: 'access.review' } as const;
const oneReview = z.strictObject({ id: pathId });

const accountsQuery = {
  q: pageFields.q,
  filter: z.enum(reviewFilters).optional(),
};

/** Reviews of access, answered for each account and signed as a whole (AUTH-17). */
export const accessReviewsContract = {
  schedules: defineEndpoint({
    id: 'accessReviews.schedules',
    method: 'GET',
    path: '/api/access-reviews/schedules',
    summary: 'How each active organization stands with its access reviews, and when the next one is due',
    access: readers,
    audit: { none: 'days and names of organizations' },
    data: { shows: ['accessReviews', 'organizations'] },
    query: z.strictObject(pageFields),
    list: true,
    compressed: true,
    response: z.array(reviewSchedule),
  }),
  list: defineEndpoint({
    id: 'accessReviews.list',
    method: 'GET',
    path: '/api/access-reviews',
    summary: 'Access reviews, the newest first; inspectors see the signed ones of their organizations',
    access: readers,
    audit: { none: 'when access was reviewed, and by whom' },
    data: { shows: ['accessReviews'] },
    query: z.strictObject({ ...pagingFields, organizationId: pathId.optional() }),
    list: true,
    compressed: true,
    response: z.array(z.object(reviewRow).meta({ id: 'AccessReviewRow' })),
  }),
  get: defineEndpoint({
    id: 'accessReviews.get',
    method: 'GET',
    path: '/api/access-reviews/:id',
    summary: 'One access review: how far it is, and the signature of a signed one',
    access: readers,
    audit: { none: 'numbers; reading the accounts is in the trail' },
    data: { shows: ['accessReviews'] },
    params: oneReview,
    response: accessReview,
  }),
  accounts: defineEndpoint({
    id: 'accessReviews.accounts',
    method: 'GET',
    path: '/api/access-reviews/:id/accounts',
    summary:
      'Accounts of an access review in the order of their names: as they are now while it is open, as they were then afterwards',
    access: readers,
    audit: { access: 'accessReview.viewed' },
    data: { shows: ['accessReviews', 'people', 'grants'] },
    params: oneReview,
    query: z.strictObject({
      ...accountsQuery,
      limit: pagingFields.limit,
      /** The account after which to continue; from `next` of the page before. */
      after: userId.optional(),
    }),
    compressed: true,
    response: z
      .object({ rows: z.array(reviewedAccount), next: z.string().nullable() })
      .meta({ id: 'ReviewedAccounts' }),
  }),
  accountsCsv: defineEndpoint({
    id: 'accessReviews.accountsCsv',
    method: 'GET',
    path: '/api/access-reviews/:id/accounts.csv',
    summary: 'Accounts of an access review with what was true of them and what was answered, as CSV',
    access: readers,
    audit: { access: 'accessReview.exported' },
    data: { none: 'a download' },
    params: oneReview,
    query: z.strictObject({ ...accountsQuery, timeZone: paperFields.timeZone }),
    raw: 'text/csv',
    compressed: true,
    errors: ['TIMEOUT', 'TOO_MANY_ATTEMPTS'],
    response: z.unknown(),
  }),
  paper: defineEndpoint({
    id: 'accessReviews.paper',
    method: 'GET',
    path: '/api/access-reviews/:id/review.pdf',
    summary:
      'A finished access review as PDF with every account, what was answered and the signature, and the same as a signed file attached',
    access: readers,
    audit: { access: 'accessReview.exported' },
    data: { none: 'a download' },
    params: oneReview,
    query: z.strictObject(paperFields),
    raw: 'application/pdf',
    errors: ['ILLEGAL_STEP', 'TIMEOUT', 'TOO_MANY_ATTEMPTS'],
    response: z.unknown(),
  }),
  open: defineEndpoint({
    id: 'accessReviews.open',
    method: 'POST',
    path: '/api/access-reviews',
    summary: 'Open an access review over an organization, with what is true of every account now',
    access: reviewers,
    stepUp: true,
    audit: { command: 'accessReview.opened' },
    data: { changes: ['accessReviews'] },
    body: z.strictObject({ organizationId: bodyId }),
    errors: ['DUPLICATE', 'NOT_FOUND'],
    response: recordId,
    status: 201,
  }),
  answer: defineEndpoint({
    id: 'accessReviews.answer',
    method: 'PUT',
    path: '/api/access-reviews/:id/answers',
    summary:
      'Answer keep, change or end for accounts as they were seen; nothing is carried out before the signature',
    access: reviewers,
    stepUp: true,
    audit: { command: 'accessReview.answered', record: 'access_reviews' },
    data: { changes: ['accessReviews'] },
    params: oneReview,
    body: reviewAnswerBody,
    errors: ['ILLEGAL_STEP', 'STALE'],
    response: z.object({ answered: z.int() }).meta({ id: 'AnsweredAccounts' }),
  }),
  sign: defineEndpoint({
    id: 'accessReviews.sign',
    method: 'POST',
    path: '/api/access-reviews/:id/sign',
    summary:
      'Sign an access review that answers for every account as it was seen, and carry out what was answered',
    access: reviewers,
    stepUp: true,
    audit: { command: 'accessReview.signed', record: 'access_reviews' },
    data: { changes: ['accessReviews', 'people', 'grants'] },
    params: oneReview,
    body: z.strictObject({ seen: line(64), signature: signatureGiven }),
    errors: [
      'CLOCK_WRONG',
      'CONFLICT',
      'ILLEGAL_STEP',
      'SIGNATURE_AGREEMENT_REQUIRED',
      'PASSKEY_CHALLENGE',
      'SIGNATURE_REFUSED',
      'SIGNING_CLOSED',
      'STALE',
      'TEMPORARY_PASSWORD',
      'TOO_MANY_ATTEMPTS',
    ],
    response: signatureManifest,
  }),
  cancel: defineEndpoint({
    id: 'accessReviews.cancel',
    method: 'POST',
    path: '/api/access-reviews/:id/cancel',
    summary: 'Cancel an open access review; its answers stay readable and nothing of them is carried out',
    access: reviewers,
    stepUp: true,
    audit: { command: 'accessReview.cancelled', record: 'access_reviews' },
    data: { changes: ['accessReviews'] },
    params: oneReview,
    body: reasonBody,
    errors: ['ILLEGAL_STEP'],
    response: recordId,
  }),
  setSchedule: defineEndpoint({
    id: 'accessReviews.setSchedule',
    method: 'PUT',
    path: '/api/access-reviews/schedules/:organizationId',
    summary: 'Set after how many months the access to an organization is reviewed again',
    access: reviewers,
    stepUp: true,
    audit: { command: 'accessReview.scheduled', record: 'organizations' },
    data: { changes: ['accessReviews'] },
    params: z.strictObject({ organizationId: pathId }),
    body: z.strictObject({
      everyMonths: z.int().min(reviewMonthsRange.min).max(reviewMonthsRange.max),
    }),
    response: reviewSchedule,
  }),
};
