import { z } from 'zod';
import {
  instant,
  optionalReasonBody,
  pageFields,
  pathId,
  reasonBody,
  userId,
} from '#shared/contract/common.ts';
import { defineEndpoint } from './endpoint.ts';
import { nameForm, profileView } from './people-schemas.ts';

const access = { permission: 'people.names' } as const;
const one = z.strictObject({ id: pathId });

const name = z
  .object({ firstName: z.string().nullable(), lastName: z.string().nullable() })
  .meta({ id: 'Name' });

/** A pending request of another name, as those who decide about it see it (AUTH-16). */
const pendingRequest = z
  .object({
    id: z.int(),
    userId: z.string(),
    email: z.string(),
    organizationId: z.int().nullable(),
    organizationName: z.string().nullable(),
    /** The name as signatures print it now. */
    current: name,
    requested: z.object({ firstName: z.string(), lastName: z.string() }),
    requestedAt: instant,
    /** The request is the caller's own, so that somebody else decides about it. */
    isOwn: z.boolean(),
  })
  .meta({ id: 'PendingRequest' });

const named = name.extend({ userId: z.string() }).meta({ id: 'Named' });

/** The names that signatures print (AUTH-16): requests of their owners, and changes by HR and administrators. */
export const namesContract = {
  requests: defineEndpoint({
    id: 'people.nameRequests',
    method: 'GET',
    path: '/api/name-requests',
    summary: 'Pending requests of another name within reach, the oldest first (AUTH-16)',
    access,
    audit: { none: 'names within the reach of the caller' },
    data: { shows: ['nameRequests', 'people'] },
    query: z.strictObject({ ...pageFields }),
    response: z.array(pendingRequest),
    list: true,
    compressed: true,
  }),
  approve: defineEndpoint({
    id: 'people.approveName',
    method: 'POST',
    path: '/api/name-requests/:id/approve',
    summary:
      'Approve a request: the name changes at once; a reason in the regulated profile, never for the own request',
    access,
    audit: { command: 'user.nameApproved', record: 'name_requests' },
    data: { changes: ['nameRequests', 'people'] },
    params: one,
    body: optionalReasonBody,
    errors: ['ILLEGAL_STEP', 'REASON_REQUIRED'],
    response: named,
  }),
  decline: defineEndpoint({
    id: 'people.declineName',
    method: 'POST',
    path: '/api/name-requests/:id/decline',
    summary: 'Decline a request with a reason that its owner reads; never the own request',
    access,
    audit: { command: 'user.nameDeclined', record: 'name_requests' },
    data: { changes: ['nameRequests', 'people'] },
    params: one,
    body: reasonBody,
    errors: ['ILLEGAL_STEP'],
    response: named,
  }),
  change: defineEndpoint({
    id: 'people.changeName',
    method: 'PUT',
    path: '/api/users/:userId/name',
    summary:
      'Change the name that signatures of a person print; a reason in the regulated profile, never the own name',
    access,
    audit: { command: 'user.nameChanged', record: 'users' },
    data: { changes: ['people', 'nameRequests'] },
    params: z.strictObject({ userId }),
    body: nameForm,
    errors: ['REASON_REQUIRED'],
    response: named,
  }),
  withdraw: defineEndpoint({
    id: 'people.withdrawNameRequest',
    method: 'DELETE',
    path: '/api/users/profile/name-request',
    summary: 'Withdraw the own pending request of another name',
    access: { permission: 'account.own' },
    audit: { command: 'profile.nameRequestWithdrawn', record: 'users' },
    data: { changes: ['nameRequests'] },
    revision: 'answered',
    errors: ['NOT_FOUND'],
    response: profileView,
  }),
};
