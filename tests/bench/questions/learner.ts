/** My Training: its call and floor (LRN-01). */
import { bodyOf, type Question } from '../against-sql.ts';
import { prepared } from '../floor-sql.ts';

interface Training extends Record<string, unknown> {
  readonly id: number;
  readonly status: string;
  readonly certificateNumber: string | null;
  readonly recordId: number | null;
}
interface Home {
  readonly trainings: readonly {
    readonly signature: { readonly state: string } | null;
  }[];
  readonly total: number;
  readonly stats: Readonly<Record<string, unknown>>;
}

const statement = prepared('learner.sql');

/** The list of one person and the figures above it, which follow from its rows. */
export const ownTrainings = (userId: string): Question<readonly Training[]> => ({
  what: 'list and figures of one person',
  path: '/api/home',
  floor: (ask) => ask<Training>(statement, [userId]),
  agree: (found, [answer]) => {
    const { trainings, total, stats } = bodyOf<Home>(answer);
    return [
      {
        trainings: found.map((row) => ({
          id: row.id,
          moduleId: row.moduleId,
          module: {
            title: row.title,
            reference: row.reference,
            contentType: row.contentType,
            duration: row.duration,
          },
          score: row.score,
          dueDate: row.dueDate,
          assignedDate: row.assignedDate,
          completedAt: row.completedAt,
          nextRenewalDate: row.nextRenewalDate,
          cycle: row.cycle,
          certificateUrl:
            row.certificateNumber === null ? null : `/api/certificates/${row.certificateNumber}/pdf`,
          // Evidence that does not hold would be cheaper to show.
          signature: row.recordId === null ? null : 'valid',
        })),
        total: found.length,
        stats: {
          totalAssignments: found.length,
          completed: found.filter(({ status }) => status === 'completed').length,
        },
      },
      {
        trainings: trainings.map(({ signature, ...training }) => ({
          ...training,
          signature: signature?.state ?? null,
        })),
        total,
        stats,
      },
    ];
  },
});
