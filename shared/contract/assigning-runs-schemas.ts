import { z } from 'zod';
import { runProblems } from '#shared/reasons/findings.ts';
import { instant, personName } from '#shared/contract/common.ts';

/** Largest body in bytes of a call that names many people: 100,000 ids of any length. */
export const manyIdsLimit = 8 * 1024 * 1024;

/** Assigning in the background, in the view of its requester (PERF-03): its people, its progress, and its result. */
export const assigningRun = z
  .object({
    id: z.int(),
    kind: z.enum(['matrix', 'modules']),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
    /** For a matrix: its id and name. */
    matrixId: z.int().nullable(),
    matrixName: z.string().nullable(),
    /** For modules: their ids. */
    moduleIds: z.array(z.int()),
    requestedBy: personName,
    peopleTotal: z.int(),
    /** The number of people processed so far. */
    peopleDone: z.int(),
    /** The number of created assignments, and of people who got them. */
    assignments: z.int(),
    peopleAssigned: z.int(),
    /** The number of people who got nothing, or less than all of it. */
    peopleLeftOut: z.int(),
    /** The reason why it failed. */
    problem: z.enum(runProblems).nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'AssigningRun' });
