import { z } from 'zod';
import { assigningRun } from '#shared/contract/assigning-runs-schemas.ts';
import { pagingFields, pathId, sortBy } from '#shared/contract/common.ts';
import { namedPerson } from '#shared/contract/curricula-schemas.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { leftOutReasons } from '#shared/domain/assignments/bulk.ts';

const access = { permission: 'assignments.assign' } as const;
const params = z.strictObject({ id: pathId });

/** Assigning for more people than one command accepts (PERF-03): listed, watched, cancelled. */
export const assigningRunsContract = {
  list: defineEndpoint({
    id: 'assigningRuns.list',
    method: 'GET',
    path: '/api/assigning-runs',
    summary: 'What the caller assigns in the background, newest first',
    access,
    tokens: false,
    audit: { none: 'own requests' },
    data: { shows: ['assigningRuns'] },
    query: z.strictObject({ ...pagingFields, sort: sortBy(['createdAt']) }),
    list: true,
    compressed: true,
    response: z.array(assigningRun),
  }),
  leftOut: defineEndpoint({
    id: 'assigningRuns.leftOut',
    method: 'GET',
    path: '/api/assigning-runs/left-out',
    summary:
      'Who got nothing or not all of it, and why, as far as the caller may see them: of one of them, or of all of the own',
    access,
    tokens: false,
    audit: { none: 'names of people in reach, as lists show them' },
    data: { shows: ['assigningRuns'] },
    query: z.strictObject({ ...pagingFields, sort: sortBy(['name']), runId: pathId.optional() }),
    list: true,
    compressed: true,
    errors: ['NOT_FOUND'],
    response: z.array(
      namedPerson
        .omit({ jobTitle: true })
        .extend({
          leftOut: z.array(
            z.object({
              /** The module; null: everything that was to be assigned. */
              title: z.string().nullable(),
              reason: z.enum(leftOutReasons),
            }),
          ),
        })
        .meta({ id: 'LeftOutPerson' }),
    ),
  }),
  cancel: defineEndpoint({
    id: 'assigningRuns.cancel',
    method: 'POST',
    path: '/api/assigning-runs/:id/cancel',
    summary: 'Stops assigning in the background; what was assigned stays',
    access,
    audit: { command: 'assigning_run.cancelled', record: 'assigning_runs' },
    data: { changes: ['assigningRuns', 'assignments'] },
    params,
    errors: ['ILLEGAL_STEP'],
    response: assigningRun,
  }),
};
