import { z } from 'zod';
import { runProblems } from '#shared/reasons/findings.ts';
import { instant, personName } from '#shared/contract/common.ts';

/** Largest body in bytes of a call that names many people: 100,000 ids of any length. */
export const manyIdsLimit = 8 * 1024 * 1024;

/** Assigning in the background, as its requester sees it (PERF-03): for whom, how far it is, and what came of it. */
export const assigningRun = z
  .object({
    id: z.int(),
    kind: z.enum(['matrix', 'modules']),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
    /** Of a matrix: which, and its name. */
    matrixId: z.int().nullable(),
    matrixName: z.string().nullable(),
    /** Of modules: which. */
    moduleIds: z.array(z.int()),
    requestedBy: personName,
    peopleTotal: z.int(),
    /** How many people it has come to. */
    peopleDone: z.int(),
    /** How many assignments were made, for how many people. */
    assignments: z.int(),
    peopleAssigned: z.int(),
    /** How many people got nothing, or less than all of it. */
    peopleLeftOut: z.int(),
    /** Why it failed. */
    problem: z.enum(runProblems).nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'AssigningRun' });
