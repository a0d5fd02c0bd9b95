/** The completion report: its calls and floors (RPT-01). */
import { bodyOf, type Question } from '../against-sql.ts';
import { without } from '../agreement.ts';
import { prepared } from '../floor-sql.ts';

interface Organization extends Record<string, unknown> {
  readonly completions: number;
  readonly completionSeconds: number;
}
interface Found {
  readonly organizations: readonly Organization[];
  readonly people: readonly Record<string, unknown>[];
  readonly total: number;
}
interface Report {
  readonly organizationSummary: readonly unknown[];
  readonly userDetails: readonly {
    readonly assignments: readonly ReportedTraining[];
  }[];
}
interface ReportedTraining extends Record<string, unknown> {
  readonly evidence: { readonly valid: boolean } | null;
}

const organizations = prepared('report-organizations.sql');
const people = prepared('report-people.sql');
const peopleTotal = prepared('people-total.sql');
const person = prepared('report-person.sql');

/** The first page of so many people, with the figures of each and of the organizations. */
export const reportPage = (limit: number): Question<Found> => ({
  what: `Completion report, its first page of ${String(limit)} people`,
  path: `/api/reports/completion?limit=${String(limit)}`,
  floor: async (ask) => {
    const [sums, page, [counted]] = await Promise.all([
      ask<Organization>(organizations),
      ask<Record<string, unknown>>(people, [limit]),
      ask<{ total: number }>(peopleTotal),
    ]);
    return { organizations: sums, people: page, total: counted?.total ?? 0 };
  },
  agree: (found, [answer]) => {
    const { organizationSummary, userDetails } = bodyOf<Report>(answer);
    return [
      {
        organizations: found.organizations.map((sums) => without(sums, 'completions', 'completionSeconds')),
        people: found.people,
        total: found.total,
      },
      { organizations: organizationSummary, people: userDetails, total: answer?.total },
    ];
  },
});

interface Training extends Record<string, unknown> {
  readonly id: number;
  readonly moduleTitle: string;
  readonly recordId: number | null;
}

/** The trainings of one person with the evidence of each completion. */
export const reportPerson = (userId: string): Question<readonly Training[]> => ({
  what: 'Completion report, the trainings of one person',
  path: `/api/reports/completion?userId=${encodeURIComponent(userId)}&limit=1&include=assignments`,
  floor: (ask) => ask<Training>(person, [userId]),
  agree: (found, [answer]) => [
    found.map(
      ({
        id,
        moduleId,
        moduleTitle,
        assignedDate,
        dueDate,
        completedDate,
        completionKind,
        score,
        versionCompleted,
        effectiveVersion,
        recordId,
      }) => ({
        id,
        moduleId,
        moduleTitle,
        assignedDate,
        dueDate,
        completedDate,
        completionKind,
        score,
        versionCompleted,
        effectiveVersion,
        // Evidence that does not hold would be cheaper to show.
        valid: recordId === null ? null : true,
      }),
    ),
    bodyOf<Report>(answer).userDetails[0]?.assignments.map(({ evidence, ...training }) => ({
      ...training,
      valid: evidence?.valid ?? null,
    })),
  ],
});
