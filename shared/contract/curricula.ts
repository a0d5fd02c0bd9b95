import { z } from 'zod';
import { assigningRun, manyIdsLimit } from '#shared/contract/assigning-runs-schemas.ts';
import { pageFields, pathId, sortBy } from '#shared/contract/common.ts';
import {
  addModuleBody,
  assignBody,
  assignmentEffect,
  assignToMatrixBody,
  changeEffect,
  counted,
  effectTotals,
  matrixCard,
  matrixEntry,
  personMissingTraining,
  templateBody,
} from '#shared/contract/curricula-schemas.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const manage = { permission: 'matrices.manage' } as const;
const view = { permission: 'matrices.view' } as const;

/** The people who need the added modules, in the answers of previews and commands (MTX-04, MTX-06). */
const need = {
  effectHash: z.string(),
  /** The effect of assigning it at once; only in a preview. */
  effect: changeEffect.nullable(),
  /** The effect of `assignNow`; null without it. */
  assigned: effectTotals.nullable(),
};

/** Curricula: matrices, their entries, and assigning them (MTX-01 … MTX-06, SPEC §7). */
export const curriculaContract = {
  entries: defineEndpoint({
    id: 'curricula.entries',
    method: 'GET',
    path: '/api/training-matrix',
    summary: 'Entries of all matrices, one a module (SPEC §3)',
    access: view,
    audit: {
      none: 'reads no personal record',
      inspected: { action: 'inspection.matricesViewed', record: 'training_matrices' },
    },
    data: { shows: ['matrices', 'modules'] },
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['id', 'name', 'title']),
      matrixId: pathId.optional(),
      departmentId: pathId.optional(),
      organizationId: pathId.optional(),
    }),
    response: z.array(matrixEntry),
    list: true,
    compressed: true,
  }),
  matrices: defineEndpoint({
    id: 'curricula.matrices',
    method: 'GET',
    path: '/api/training-matrices',
    summary: 'Cards of the matrices (SPEC §2.8)',
    access: view,
    audit: {
      none: 'a list of names that administrators work with',
      inspected: { action: 'inspection.matricesViewed', record: 'training_matrices' },
    },
    data: { shows: ['matrices', 'modules', 'people', 'assignments', 'departments'] },
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['name', 'id']),
      matrixId: pathId.optional(),
      departmentId: pathId.optional(),
      organizationId: pathId.optional(),
    }),
    response: z.array(matrixCard),
    list: true,
    compressed: true,
  }),
  templates: defineEndpoint({
    id: 'curricula.templates',
    method: 'GET',
    path: '/api/training-matrix/templates',
    summary: 'Templates that a matrix can be made from (`templateKey`)',
    access: view,
    compressed: true,
    audit: { none: 'reads no personal record' },
    data: { none: 'texts of the product' },
    response: z.array(
      z
        .object({
          templateKey: z.string(),
          name: z.string(),
          jobTitle: z.string().nullable(),
          familyCodes: z.array(z.string()),
          daysToDue: z.number(),
          renewalPeriod: z.number().nullable(),
          /** Active modules with which a matrix created now would start. */
          moduleCount: z.number(),
        })
        .meta({ id: 'MatrixTemplate' }),
    ),
  }),
  createFromTemplate: defineEndpoint({
    id: 'curricula.createFromTemplate',
    method: 'POST',
    path: '/api/training-matrix/template',
    summary:
      'Makes a matrix from a template; with `preview` says first who needs its modules (SPEC §7, MTX-06)',
    access: manage,
    audit: { command: 'matrix.created' },
    data: { changes: ['matrices', 'assignments'] },
    body: templateBody,
    errors: ['DUPLICATE', 'EFFECT_CHANGED'],
    response: z
      .object({
        preview: z.boolean(),
        /** Null in a preview. */
        matrixId: z.number().nullable(),
        matrixName: z.string(),
        /** The modules at the start: their number and ids. */
        added: z.number(),
        moduleIds: z.array(z.number()),
        needed: effectTotals,
        ...need,
      })
      .meta({ id: 'CreatedMatrix' }),
    status: 201,
  }),
  assignModules: defineEndpoint({
    id: 'curricula.assignModules',
    method: 'POST',
    path: '/api/training-modules/assign-to-matrix',
    summary:
      'Puts modules into an existing or a new matrix; with `preview` says first who needs them (MTX-03, MTX-06)',
    access: manage,
    audit: { command: 'matrix.modules_added' },
    data: { changes: ['matrices', 'assignments'] },
    body: assignToMatrixBody,
    errors: ['AMBIGUOUS_NAME', 'DUPLICATE', 'EFFECT_CHANGED', 'NOT_FOUND'],
    response: z
      .object({
        preview: z.boolean(),
        /** Null in a preview of a new matrix. */
        matrixId: z.number().nullable(),
        matrixName: z.string(),
        /** The matrix is new. */
        created: z.boolean(),
        added: z.number(),
        /** Modules that were already in the matrix. */
        alreadyInMatrix: z.array(z.number()),
        /** In a preview the first of them by name. */
        usersNeedingAssignment: z.array(personMissingTraining),
        needed: effectTotals,
        ...need,
      })
      .meta({ id: 'ModulesInMatrix' }),
  }),
  addModule: defineEndpoint({
    id: 'curricula.addModule',
    method: 'POST',
    path: '/api/training-matrix/add-module',
    summary: "Puts one module into a department's matrix and says who needs it (MTX-04)",
    access: manage,
    audit: { command: 'matrix.modules_added' },
    data: { changes: ['matrices', 'assignments'] },
    body: addModuleBody,
    errors: ['DUPLICATE', 'EFFECT_CHANGED'],
    response: z
      .object({
        preview: z.boolean(),
        matrixEntry: z.object({
          /** Null in a preview, and for a matrix that would be created. */
          id: z.number().nullable(),
          matrixId: z.number().nullable(),
          matrixName: z.string(),
          departmentId: z.number().nullable(),
          moduleId: z.number(),
          isRequired: z.boolean(),
          daysToDue: z.number(),
          renewalPeriod: z.number().nullable(),
          renewalWindow: z.number(),
        }),
        recommendations: z.object({
          /** In a preview the first of them by name. */
          usersNeedingAssignment: z.array(personMissingTraining),
          needed: effectTotals,
        }),
        ...need,
      })
      .meta({ id: 'ModuleInMatrix' }),
  }),
  assign: defineEndpoint({
    id: 'curricula.assign',
    method: 'POST',
    path: '/api/training-matrix/assign',
    summary:
      'Assigns a matrix to people; with `preview` says first who would get what (MTX-05, MTX-06); for more than 10,000 people in the background, where `run` says how far it is',
    access: manage,
    audit: { command: 'matrix.assigned' },
    data: { changes: ['matrices', 'assignments', 'assigningRuns'] },
    body: assignBody,
    bodyLimit: manyIdsLimit,
    errors: ['AMBIGUOUS_NAME', 'EFFECT_CHANGED', 'NOT_FOUND'],
    response: z
      .object({
        matrixId: z.number(),
        matrixName: z.string(),
        preview: z.boolean(),
        effectHash: z.string(),
        ...counted,
        /** The effect in full; only in a preview. */
        effect: assignmentEffect.nullable(),
        run: assigningRun.nullable(),
      })
      .meta({ id: 'AssignedMatrix' }),
  }),
};
