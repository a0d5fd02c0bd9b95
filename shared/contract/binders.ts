import { z } from 'zod';
import { userId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exportView } from '#shared/contract/exports.ts';
import { paperFields } from '#shared/contract/paper-fields.ts';
import { MAX_IN_BINDER } from '#shared/domain/reports/data-sets.ts';
import { because } from '#shared/reasons/in-schema.ts';

/** Binders: the training files of many people as one ZIP, written in the background like every large export (INS-04). */
export const bindersContract = {
  request: defineEndpoint({
    id: 'binders.request',
    method: 'POST',
    path: '/api/binders',
    summary:
      'Requests the training files of people, the own team or an organization as one ZIP with index and SHA-256 sums; anybody named out of reach refuses the whole call (INS-04)',
    access: { permission: 'people.list' },
    audit: { command: 'binder.requested' },
    data: { changes: ['exports'] },
    body: z
      .strictObject({
        userIds: z
          .array(userId)
          .min(1, because('people_needed'))
          .max(MAX_IN_BINDER, because('binder_too_many', { maximum: MAX_IN_BINDER }))
          .optional(),
        /** The people of this organization within the caller's reach. */
        organizationId: z.int().min(1).optional(),
        /** Direct and indirect reports of the caller. */
        team: z.literal(true).optional(),
        ...paperFields,
      })
      .refine(
        ({ userIds, organizationId, team }) =>
          [userIds, organizationId, team].filter((one) => one !== undefined).length === 1,
        {
          error: because('people_needed'),
          path: ['userIds'],
        },
      ),
    errors: ['NOT_FOUND', 'CONFLICT'],
    response: exportView,
    status: 201,
  }),
};
