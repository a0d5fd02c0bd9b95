/** My Training: its calls and floor (LRN-01). */
import type { Question } from '../against-sql.ts';
import { prepared } from '../floor-sql.ts';

interface Training extends Record<string, unknown> {
  readonly id: number;
  readonly moduleId: number;
  readonly title: string;
  readonly status: string;
  readonly certificateNumber: string | null;
  readonly recordId: number | null;
  readonly printedName: string | null;
  readonly signedAt: Date | null;
}
interface Shown extends Record<string, unknown> {
  readonly module: Readonly<Record<string, unknown>>;
  readonly certificateUrl: string | null;
  readonly signature: {
    readonly valid: boolean;
    readonly printedName: string | null;
    readonly signedAt: string | null;
  } | null;
}

const statement = prepared('learner.sql');

/** The list of one person and the figures above it. */
export const ownTrainings = (userId: string): Question<readonly Training[]> => ({
  what: 'list and figures of one person',
  path: ['/api/assignments/user?limit=1000&sort=due', '/api/dashboard/user-stats'],
  floor: (ask) => ask<Training>(statement, [userId]),
  calls: 1,
  agree: (found, [list, stats]) => [
    {
      trainings: found.map((row) => ({
        id: row.id,
        dueDate: row.dueDate,
        assignedDate: row.assignedDate,
        startedAt: row.startedAt,
        completedAt: row.completedAt,
        score: row.score,
        isRequired: row.isRequired,
        nextRenewalDate: row.nextRenewalDate,
        module: {
          id: row.moduleId,
          title: row.title,
          description: row.description,
          reference: row.reference,
          contentType: row.contentType,
          duration: row.duration,
          completionPolicy: row.completionPolicy,
          trainingCategory: row.trainingCategory,
        },
        versionNumber: row.versionNumber,
        certificateUrl:
          row.certificateNumber === null ? null : `/api/certificates/${row.certificateNumber}/pdf`,
        // Evidence that does not hold would be cheaper to show.
        signature:
          row.recordId === null
            ? null
            : { valid: true, printedName: row.printedName, signedAt: row.signedAt },
      })),
      totalAssignments: found.length,
      completed: found.filter(({ status }) => status === 'completed').length,
    },
    { ...(stats?.body as Record<string, unknown>), trainings: list?.body as readonly Shown[] },
  ],
});
