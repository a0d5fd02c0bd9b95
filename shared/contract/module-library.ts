import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { bodyId, commaList, enteredLine, line, pageFields, pathId, sortBy } from '#shared/contract/common.ts';
import { effectHash } from '#shared/contract/curricula-schemas.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { moduleFilters, moduleListItem } from '#shared/contract/module-schemas.ts';

const manage = { permission: 'modules.manage' } as const;
const noPersonalData = { none: 'figures and titles without personal data' } as const;

/** The columns by which the table of modules can be sorted; the first is the default. */
export const tableSorts = [
  'title',
  'category',
  'assigned',
  'completed',
  'overdue',
  'expired',
  'version',
  'draft',
  'effectiveFrom',
  'owner',
  'updatedAt',
] as const;

/** The maximum number of modules in one bulk action. */
export const MAX_MODULES = 200;
const moduleIds = z
  .array(bodyId)
  .min(1, because('modules_needed'))
  .max(MAX_MODULES, because('too_many_modules_at_once', { maximum: 200 }));
const idList = commaList(pathId, 1000, because('too_many_modules', { maximum: 1000 }));

/** The total effect of deleting several modules. */
const removalOfMany = z
  .object({
    /** The number of modules that nobody was ever assigned, which are deleted. */
    deleted: z.number(),
    retired: z.number(),
    openAssignments: z.number(),
    openPeople: z.number(),
    completions: z.number(),
    /** Matrices that contain one of the deleted modules. */
    matrices: z.number(),
  })
  .meta({ id: 'RemovalOfMany' });

/** The effect of deleting modules, as a refusal returns it to replace the shown one. */
export const shownRemoval = z.object({ effect: removalOfMany, effectHash }).meta({ id: 'ShownRemoval' });

/** The data of the page /training-modules in addition to its cards (SPEC §2.7; MOD-01, MOD-13). */
export const moduleLibraryContract = {
  counts: defineEndpoint({
    id: 'modules.counts',
    method: 'GET',
    path: '/api/module-counts',
    summary: 'How many modules are left after each filter, and how they spread over categories and families',
    access: manage,
    audit: noPersonalData,
    data: { shows: ['modules'] },
    query: z.strictObject({ q: line(200).optional(), ...moduleFilters }),
    response: z
      .object({
        /** Before any filter. */
        all: z.number(),
        afterSearch: z.number(),
        afterCategory: z.number(),
        afterFamily: z.number(),
        afterContent: z.number(),
        /** After the last filter: the result. */
        afterMatrix: z.number(),
        /** The result by category; null for modules without one. */
        byCategory: z.array(z.object({ categoryId: z.number().nullable(), modules: z.number() })),
        /** The result by code of the family. */
        byFamily: z.array(z.object({ family: z.string(), modules: z.number() })),
      })
      .meta({ id: 'ModuleCounts' }),
  }),
  names: defineEndpoint({
    id: 'modules.names',
    method: 'GET',
    path: '/api/module-names',
    summary: 'Ids and titles of training modules in the order of SPEC §9, to select or to find them',
    access: manage,
    audit: noPersonalData,
    data: { shows: ['modules'] },
    query: z.strictObject({
      ...pageFields,
      ...moduleFilters,
      /** Only what fits a matrix of this organization, or of none: its own modules and those of all. */
      fits: z.union([z.literal('none'), pathId]).optional(),
    }),
    response: z.array(z.object({ id: z.number(), title: z.string() }).meta({ id: 'ModuleName' })),
    list: true,
    compressed: true,
  }),
  table: defineEndpoint({
    id: 'modules.table',
    method: 'GET',
    path: '/api/module-table',
    summary:
      'Training modules as a table: each with its active people who have it, completed it, are overdue or need to renew it (MOD-01)',
    access: manage,
    audit: noPersonalData,
    data: { shows: ['modules', 'matrices', 'assignments'] },
    query: z.strictObject({
      ...pageFields,
      ...moduleFilters,
      sort: sortBy(tableSorts),
    }),
    list: true,
    compressed: true,
    response: z.array(
      moduleListItem
        .extend({
          /** People who have it, each once. */
          assigned: z.number(),
          /** The number of these whose completion is valid. */
          completed: z.number(),
          overdue: z.number(),
          /** People whose completion is no longer valid, with or without an open renewal, unless that is overdue (CMP-03). */
          expired: z.number(),
          /** The content creator, else the person who created the module. */
          owner: z.string().nullable(),
        })
        .meta({ id: 'ModuleTableRow' }),
    ),
  }),
  contentCheck: defineEndpoint({
    id: 'modules.contentCheck',
    method: 'GET',
    path: '/api/module-content-check',
    summary:
      'Which of some modules, or of those of a matrix, have neither content nor a quiz: people cannot start them',
    access: manage,
    audit: noPersonalData,
    data: { shows: ['modules'] },
    query: z.strictObject({
      /** Ids with commas between them. */
      ids: idList.optional(),
      matrixId: pathId.optional(),
    }),
    response: z
      .object({
        modules: z.number(),
        empty: z.number(),
        /** The first of them by title. */
        titles: z.array(z.string()),
      })
      .meta({ id: 'ContentCheck' }),
  }),
  removeMany: defineEndpoint({
    id: 'modules.removeMany',
    method: 'POST',
    path: '/api/training-modules/remove',
    summary:
      'Delete or retire modules in one step, each as it would be by itself (MOD-13); with preview only its effect',
    access: manage,
    audit: { command: 'module.removed-many' },
    data: { changes: ['modules', 'assignments'] },
    body: z.strictObject({
      moduleIds,
      openAssignments: z.enum(['keep', 'void']).default('keep'),
      preview: z.boolean().default(false),
      effectHash: effectHash.optional(),
    }),
    errors: ['EFFECT_CHANGED', 'NOT_FOUND'],
    response: z
      .object({ preview: z.boolean(), effectHash: z.string(), effect: removalOfMany })
      .meta({ id: 'RemovedModules' }),
  }),
  setCategory: defineEndpoint({
    id: 'modules.setCategory',
    method: 'POST',
    path: '/api/training-modules/set-category',
    summary: 'Put modules into a training category, or into none',
    access: manage,
    audit: { command: 'module.category-set' },
    data: { changes: ['modules'] },
    body: z.strictObject({
      moduleIds,
      /** Name of a category; null for none. */
      trainingCategory: enteredLine(200).nullable(),
    }),
    errors: ['NOT_FOUND'],
    response: z.object({ changed: z.number() }).meta({ id: 'ChangedModules' }),
  }),
  removal: defineEndpoint({
    id: 'modules.removal',
    method: 'GET',
    path: '/api/training-modules/:id/removal',
    summary: 'What deleting a module would come to (MOD-13); nothing is changed',
    access: manage,
    audit: noPersonalData,
    data: { shows: ['modules', 'matrices', 'assignments'] },
    params: z.strictObject({ id: pathId }),
    response: z
      .object({
        outcome: z.enum(['delete', 'retire']),
        /** Assignments that are not started or in progress, and the number of their people. */
        openAssignments: z.number(),
        openPeople: z.number(),
        completions: z.number(),
        /** Matrices that contain the module. */
        matrices: z.number(),
        /** Number of the version that waits for its effective date; it takes no effect while the module is retired. */
        waitingVersion: z.number().nullable(),
      })
      .meta({ id: 'ModuleRemoval' }),
  }),
};
