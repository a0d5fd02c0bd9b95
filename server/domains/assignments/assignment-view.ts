import type { Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { completionPolicies, DEFAULT_COMPLETION_POLICY } from '#shared/domain/modules/completion-policy.ts';
import { canStart, hasContent, type ContentFacts } from '#shared/domain/modules/content-rule.ts';
import { familyOf, type FamilyRow } from '#shared/domain/modules/families.ts';
import { statementForPolicy } from '#shared/domain/signatures/statements.ts';
import { isReadyToSign } from '#shared/domain/viewing/completion.ts';
import { shownProgress } from '#shared/domain/viewing/progress.ts';
import type { DB } from '#server/db/db.d.ts';
import { moduleFamilies, quizStandingOf } from '#server/domains/modules/index.ts';
import type { Services } from '#server/platform/services.ts';
import type { AssignmentQuery } from './assignment-filters.ts';
import { pageOfAssignments, type AssignmentRow } from './assignments.queries.ts';
import { evidenceValidity } from './evidence-validity.ts';
import type { RecordValidity } from './record-validity.ts';

const fileUrl = (name: string) => `/api/files/${encodeURIComponent(name)}`;

/** Returns the path of a certificate's PDF: the `certificateUrl` of SPEC §3. */
export const certificateUrlOf = (number: string | null): string | null =>
  number === null ? null : `/api/certificates/${number}/pdf`;

function contentFacts(row: AssignmentRow): ContentFacts {
  const [first] = row.files;
  return {
    contentType: row.contentType,
    contentUrl: first ? fileUrl(first.name) : row.link,
    content: row.contentHead,
    fileSize: first?.size ?? null,
  };
}

/** Returns the policy by which a training is completed. */
const policyOf = ({ completionPolicy }: { readonly completionPolicy: string }) =>
  completionPolicies.find((known) => known === completionPolicy) ?? DEFAULT_COMPLETION_POLICY;

/** The columns for {@link standing}. */
type Standing = { readonly startedAt: Date | string | null } & Pick<
  AssignmentRow,
  'storedStatus' | 'progress' | 'completionPolicy' | 'hasQuiz' | 'quizPassed' | 'certificateNumber'
>;

/** Returns the progress of the person in a training, for every list (LRN-01). */
export const standing = (row: Standing) => ({
  started: row.startedAt !== null || row.storedStatus === 'in_progress',
  progress: shownProgress(row.storedStatus, row.progress, row.hasQuiz ? row.quizPassed : null),
  readyToSign: isReadyToSign({
    policy: policyOf(row),
    status: row.storedStatus,
    contentSeen: row.progress >= 100,
    hasQuiz: row.hasQuiz,
    quizPassed: row.quizPassed,
  }),
  certificateUrl: certificateUrlOf(row.certificateNumber),
});

function base(row: AssignmentRow, families: readonly FamilyRow[]) {
  const facts = contentFacts(row);
  return {
    ...row,
    ...standing(row),
    statement: row.completedAt === null && row.voidedAt === null ? statementForPolicy(policyOf(row)) : null,
    module: {
      id: row.moduleId,
      title: row.title,
      description: row.description,
      reference: row.reference,
      contentType: row.contentType,
      trainingCategory: row.trainingCategory,
      family: familyOf(row, families),
      duration: row.duration,
      passingScore: row.passingScore,
      completionPolicy: row.completionPolicy,
      hasContent: hasContent(facts),
      hasQuiz: row.hasQuiz,
      canStart: canStart(facts) || row.hasQuiz,
    },
  };
}

/** Returns the signature of a completion as the wire shows it (SIG-04). */
export const signatureView = (validity: RecordValidity) => ({
  state: validity.state,
  valid: validity.valid,
  reason: validity.reason,
  reasonCode: validity.reasonCode,
  printedName: validity.signature?.printedName ?? null,
  signedAt: validity.signature?.signedAt ?? null,
  timeZone: validity.signature?.timeZone ?? null,
  meaning: validity.signature?.meaning ?? null,
});

/**
 * Returns a page as the learner's list and a person's page show it, with the state of every signature (SIG-04), and its length.
 */
export async function learnerPage(services: Services, db: Kysely<DB>, reach: Reach, query: AssignmentQuery) {
  const { rows, total, families, evidence } = await pageOfAssignments(db, reach, query);
  const validity = await evidenceValidity(services, evidence);
  const views = rows.map((row) => {
    const known = row.recordId === null ? undefined : validity.get(row.recordId);
    return {
      ...base(row, families),
      files: row.files.map((file) => ({ ...file, url: fileUrl(file.name) })),
      signature: known ? signatureView(known) : null,
      quiz: row.quizAttempts && quizStandingOf(row.quizAttempts),
    };
  });
  return { views, total };
}

/** Rows as the list over all people shows them. */
export async function listViews(db: Kysely<DB>, rows: readonly AssignmentRow[]) {
  const families = await moduleFamilies(db);
  return rows.map((row) => ({
    ...base(row, families),
    user: {
      id: row.userId,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      organizationId: row.organizationId,
      organizationName: row.organizationName,
      departmentId: row.departmentId,
      departmentName: row.departmentName,
    },
  }));
}
