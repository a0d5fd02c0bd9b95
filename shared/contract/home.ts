import { z } from 'zod';
import { homeTraining, personStats } from '#shared/contract/assignment-schemas.ts';
import { givenDate } from '#shared/contract/common.ts';
import { currentUser } from '#shared/contract/current-user.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { openDocuments } from '#shared/contract/hr-own.ts';

/** The learner's home in one answer (PERF-03). */
export const homeContract = {
  own: defineEndpoint({
    id: 'home.own',
    method: 'GET',
    path: '/api/home',
    summary:
      'All that My Training shows: the signed-in person, the own trainings, their figures, open documents, the own absence',
    access: { permission: 'training.own' },
    audit: { none: 'own records' },
    data: { shows: ['absences', 'assignments', 'modules', 'profile', 'agreements', 'cvs', 'documents'] },
    compressed: true,
    response: z
      .object({
        /** The same as in the answer of `GET /api/auth/user`. */
        user: currentUser,
        /** In due order, at most 1000, including every open training (LRN-01). */
        trainings: z.array(homeTraining),
        /** The total number of trainings. */
        total: z.number(),
        stats: personStats,
        documents: openDocuments,
        /** Set while the person is away: the last day of it, null while the return is not known (USR-10). */
        away: z.object({ until: givenDate.nullable() }).nullable(),
      })
      .meta({ id: 'Home' }),
  }),
};
