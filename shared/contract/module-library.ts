import { z } from 'zod';
import { line, pageFields, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { moduleFilters } from '#shared/contract/module-schemas.ts';

const manage = { permission: 'modules.manage' } as const;
const noPersonalData = { none: 'figures and titles without personal data' } as const;

/** What the page /training-modules shows beside its cards (SPEC §2.7; MOD-01, MOD-13). */
export const moduleLibraryContract = {
  counts: defineEndpoint({
    id: 'modules.counts',
    method: 'GET',
    path: '/api/module-counts',
    summary: 'How many modules are left after each filter, and how they spread over categories and families',
    access: manage,
    audit: noPersonalData,
    query: z.strictObject({ q: line(200).optional(), ...moduleFilters }),
    response: z.object({
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
    }),
  }),
  names: defineEndpoint({
    id: 'modules.names',
    method: 'GET',
    path: '/api/module-names',
    summary: 'Ids and titles of training modules in the order of SPEC §9, to select or to find them',
    access: manage,
    audit: noPersonalData,
    query: z.strictObject({
      ...pageFields,
      ...moduleFilters,
      /** Only what fits a matrix of this organization, or of none: its own modules and those of all. */
      fits: z.union([z.literal('none'), pathId]).optional(),
    }),
    response: z.array(z.object({ id: z.number(), title: z.string() })),
    list: true,
  }),
  removal: defineEndpoint({
    id: 'modules.removal',
    method: 'GET',
    path: '/api/training-modules/:id/removal',
    summary: 'What deleting a module would come to (MOD-13); nothing is changed',
    access: manage,
    audit: noPersonalData,
    params: z.strictObject({ id: pathId }),
    response: z.object({
      outcome: z.enum(['delete', 'retire']),
      /** Assignments that are not started or in progress, and of how many people. */
      openAssignments: z.number(),
      openPeople: z.number(),
      completions: z.number(),
      /** Matrices that hold the module. */
      matrices: z.number(),
      /** Number of the version that waits for its day; it takes no effect while the module is retired. */
      waitingVersion: z.number().nullable(),
    }),
  }),
};
