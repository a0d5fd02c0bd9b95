import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { bodyId, flag, pathId, userId } from '#shared/contract/common.ts';
import {
  changeEffect,
  effectHash,
  entryTerms,
  jobTitle,
  matrixName,
} from '#shared/contract/curricula-schemas.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const manage = { permission: 'matrices.manage' } as const;

const preview = {
  /** Only previews the effect; nothing is written. */
  preview: z.boolean().default(false),
  effectHash: effectHash.optional(),
};
const previewQuery = { preview: flag.optional(), effectHash: effectHash.optional() };

const outcome = {
  preview: z.boolean(),
  /** Send it with the change: if the effect has changed since, nothing happens (409 EFFECT_CHANGED). */
  effectHash: z.string(),
  effect: changeEffect,
};

/** The fields of a matrix that may be changed (MTX-02); missing ones stay, null matches any. */
export const matrixChange = z
  .strictObject({
    name: matrixName.min(1, because('matrix_name_needed')).optional(),
    departmentId: bodyId.nullable().optional(),
    jobTitle: jobTitle.nullable().optional(),
    ...preview,
  })
  .meta({ id: 'MatrixChange' });

/** The fields of an entry that may be changed (MTX-02); missing ones stay. */
export const entryChange = z
  .strictObject({
    isRequired: entryTerms.isRequired.optional(),
    daysToDue: entryTerms.daysToDue.optional(),
    /** Months; null: no renewal. */
    renewalPeriod: entryTerms.renewalPeriod.nullable().optional(),
    renewalWindow: entryTerms.renewalWindow.optional(),
    ...preview,
  })
  .meta({ id: 'EntryChange' });

const byMatrix = z.strictObject({ matrixId: pathId });

/**
 * Changes of existing matrices (MTX-02, MTX-06). Each runs the rule for matrices in its transaction; with `preview` it
 * returns the effect on people, and nothing is written.
 */
export const matrixChangesContract = {
  change: defineEndpoint({
    id: 'curricula.change',
    method: 'PATCH',
    path: '/api/training-matrices/:matrixId',
    summary:
      'Renames a matrix or changes whom it matches; If-Match of an older one answers 409 with both (MTX-06)',
    access: manage,
    audit: { command: 'matrix.changed', record: 'training_matrices' },
    data: { changes: ['matrices', 'assignments'] },
    params: byMatrix,
    body: matrixChange,
    revision: 'compared',
    errors: ['DUPLICATE', 'EFFECT_CHANGED'],
    response: z
      .object({ matrixId: z.number(), matrixName: z.string(), revision: z.number(), ...outcome })
      .meta({ id: 'ChangedMatrix' }),
  }),
  remove: defineEndpoint({
    id: 'curricula.remove',
    method: 'DELETE',
    path: '/api/training-matrices/:matrixId',
    summary:
      'Removes a matrix with its entries and memberships; one that was ever in use is kept as archived',
    access: manage,
    audit: { command: 'matrix.removed', record: 'training_matrices' },
    data: { changes: ['matrices', 'assignments'] },
    params: byMatrix,
    query: z.strictObject(previewQuery),
    response: z
      .object({
        matrixId: z.number(),
        matrixName: z.string(),
        outcome: z.enum(['deleted', 'archived']),
        entries: z.number(),
        /** Memberships that end. */
        members: z.number(),
        ...outcome,
      })
      .meta({ id: 'RemovedMatrix' }),
  }),
  changeEntry: defineEndpoint({
    id: 'curricula.changeEntry',
    method: 'PATCH',
    path: '/api/training-matrix/:matrixId',
    summary: 'Changes how an entry demands its module, by the id of the entry (MTX-02, MTX-06)',
    access: manage,
    audit: { command: 'matrix.module_changed', record: 'training_matrix' },
    data: { changes: ['matrices', 'assignments'] },
    params: byMatrix,
    body: entryChange,
    revision: 'compared',
    errors: ['EFFECT_CHANGED'],
    response: z
      .object({
        id: z.number(),
        matrixId: z.number(),
        moduleId: z.number(),
        isRequired: z.boolean(),
        daysToDue: z.number(),
        renewalPeriod: z.number().nullable(),
        renewalWindow: z.number(),
        revision: z.number(),
        ...outcome,
      })
      .meta({ id: 'ChangedEntry' }),
  }),
  removeEntry: defineEndpoint({
    id: 'curricula.removeEntry',
    method: 'DELETE',
    path: '/api/training-matrix/:matrixId',
    summary: 'Removes an entry of a matrix, by the id of the entry (MTX-06)',
    access: manage,
    audit: { command: 'matrix.module_removed', record: 'training_matrix' },
    data: { changes: ['matrices', 'assignments'] },
    params: byMatrix,
    query: z.strictObject(previewQuery),
    errors: ['EFFECT_CHANGED'],
    response: z
      .object({
        id: z.number(),
        matrixId: z.number(),
        moduleId: z.number(),
        /** Assignments that were not started and that nothing else requires. They are voided. */
        voided: z.number(),
        /** Started assignments that nothing else requires: they stay, marked as no longer required. */
        noLongerRequired: z.number(),
        ...outcome,
      })
      .meta({ id: 'RemovedEntry' }),
  }),
  removeMember: defineEndpoint({
    id: 'curricula.removeMember',
    method: 'DELETE',
    path: '/api/training-matrices/:matrixId/members/:userId',
    summary: 'Ends an explicit membership (MTX-06)',
    access: manage,
    audit: { command: 'matrix.member_removed', record: 'training_matrices' },
    data: { changes: ['matrices', 'assignments'] },
    params: z.strictObject({ matrixId: pathId, userId }),
    query: z.strictObject(previewQuery),
    response: z
      .object({
        matrixId: z.number(),
        userId: z.string(),
        /** The matrix still matches the person: its requirements stay. */
        stillMatched: z.boolean(),
        ...outcome,
      })
      .meta({ id: 'RemovedMember' }),
  }),
};
