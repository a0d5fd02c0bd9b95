import { z } from 'zod';
import { completionKinds } from '#shared/domain/signatures/training-record.ts';
import { calendarDate, givenDate, instant } from '#shared/contract/common.ts';
import { completionSource } from '#shared/contract/completion-source.ts';
import { signatureReasonCode, signatureStates, statementCode } from '#shared/contract/signatures.ts';
import { withdrawalReasons } from '#shared/reasons/findings.ts';
import { effectHash } from '#shared/contract/curricula-schemas.ts';
import { effectiveStatuses } from '#shared/domain/assignments/status.ts';

/** The reasons why the product itself withdrew a training. */
export const withdrawalReason = z.enum(withdrawalReasons).meta({ id: 'WithdrawalReason' });

/** The shown signature of a completion (SIG-01, SIG-04): recomputed whenever it is read. */
export const signatureState = z
  .object({
    /** There is a signature, and signature, record and content are unchanged since it. */
    valid: z.boolean(),
    /** The reason why it is not valid, in English; null if it is valid or not signed. */
    reason: z.string().nullable(),
    /** The same as a stable code, for screens and papers in other languages. */
    reasonCode: signatureReasonCode.nullable(),
    /** Null for completions that no signature belongs to: self-attested ones and recorded past trainings. */
    printedName: z.string().nullable(),
    signedAt: instant.nullable(),
    /** The IANA zone in which the signer saw the time. */
    timeZone: z.string().nullable(),
    meaning: z.string().nullable(),
  })
  .meta({ id: 'SignatureState' });

/** The signature of a training's completion, which may have none. */
export const completionSignature = signatureState
  .extend({
    /** `not_signed`: self-attested or recorded afterwards, and the record is unchanged; then `valid` is false too. */
    state: z.enum(signatureStates),
  })
  .meta({ id: 'CompletionSignature' });

/** The place of a completion's record and the precision of its time: all readers see it in that zone (RPT-05). */
export const completionTime = {
  /** IANA zone of the record; null while there is no completion. */
  completedTimeZone: z.string().nullable(),
  /** `backdated`: recorded afterwards, so that only the day of the training is known (DI-01). Null if there is no record. */
  completionKind: z.enum(completionKinds).nullable(),
};

/** The completed version, the effective version, and whether the due date is still the first one (RPT-01, RPT-05). */
export const versionsAndMove = {
  /** Number of the version that was completed; null while it is open. */
  versionCompleted: z.number().nullable(),
  /** Number of the version that is effective; null: none is. */
  effectiveVersion: z.number().nullable(),
  /** Null: the due date was never moved. */
  dueDateMoved: z
    .object({
      /** The due date before it was moved for the first time; null: it had none. */
      firstDueDate: calendarDate.nullable(),
      /** The time at which it was moved last. */
      at: instant,
      /** The person who moved it last; null if the product did, or if the person is no longer known. */
      by: z.string().nullable(),
      reason: z.string().nullable(),
      /** An absence of the person moved it (USR-10). */
      byAbsence: z.boolean(),
    })
    .meta({ id: 'DueDateMove' })
    .nullable(),
};

/** The part of one file of the assigned version that was seen. */
const fileProgress = z
  .object({
    name: z.string(),
    url: z.string(),
    contentType: z.string(),
    pages: z.number().nullable(),
    seenPages: z.number(),
    durationSeconds: z.number().nullable(),
    watchedSeconds: z.number(),
  })
  .meta({ id: 'FileProgress' });

/** The module of an assignment as lists show it (SPEC §3). */
const assignedModule = z
  .object({
    id: z.number(),
    title: z.string(),
    description: z.string(),
    reference: z.string().nullable(),
    contentType: z.string(),
    trainingCategory: z.string().nullable(),
    family: z.string(),
    duration: z.number(),
    passingScore: z.number().nullable(),
    completionPolicy: z.string(),
    /** It has questions (VIEW-06). */
    hasQuiz: z.boolean(),
    hasContent: z.boolean(),
    canStart: z.boolean(),
  })
  .meta({ id: 'AssignedModule' });

const assignmentFields = {
  id: z.number(),
  userId: z.string(),
  moduleId: z.number(),
  module: assignedModule,
  /** The status that people see: overdue is derived from the due date, expired from `nextRenewalDate` (SPEC §4, LRN-01). */
  status: z.enum(effectiveStatuses),
  /** It was started; decides between Start and Continue once it is overdue. */
  started: z.boolean(),
  /** Percent; below 100 until it is completed (LRN-01). */
  progress: z.number(),
  /** Only the person's signature is missing: the content was seen, and the quiz passed if there is one (LRN-01). */
  readyToSign: z.boolean(),
  /** The statement with which its completion is signed (SIG-05); null once nothing can be signed any more. */
  statement: statementCode.nullable(),
  score: z.number().nullable(),
  /** Calendar date in the zone of the person's organization. */
  dueDate: givenDate.nullable(),
  assignedDate: instant,
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
  ...completionTime,
  certificateUrl: z.string().nullable(),
  assignmentType: z.string(),
  /** Name of the matrix that created it. */
  matrixName: z.string().nullable(),
  assignedByUserId: z.string().nullable(),
  assignedByName: z.string().nullable(),
  isRequired: z.boolean(),
  isOnboardingRequired: z.boolean(),
  /** Its matrix does not require it any more (MTX-06). */
  noLongerRequired: z.boolean(),
  renewalFrequency: z.number().nullable(),
  nextRenewalDate: givenDate.nullable(),
  cycle: z.number(),
  versionNumber: z.number().nullable(),
  ...versionsAndMove,
  voidedAt: instant.nullable(),
  /** The words of the person who withdrew it. */
  voidedReason: z.string().nullable(),
  /** The reason why the product itself withdrew it. */
  voidedCode: withdrawalReason.nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** For `If-Match`. */
  revision: z.number(),
};

/** The state of a person's quiz on the assigned version (VIEW-06); null for a module without one. */
const quizStanding = z
  .object({
    passed: z.boolean(),
    /** Null without a limit. */
    attemptsLeft: z.number().nullable(),
    /** Attempts that were submitted. */
    attempted: z.number(),
    /** The time at which the cool-down ends; null while an attempt is possible now, and when none is possible any more. */
    nextAttemptAt: instant.nullable(),
  })
  .meta({ id: 'QuizStanding' });

/** An assignment in the learner's list and on a person's page (SPEC §3 'Learner list items'). */
export const learnerAssignment = z
  .object({
    ...assignmentFields,
    files: z.array(fileProgress),
    /** For a completed one (SIG-04); null while it is open. */
    signature: completionSignature.nullable(),
    quiz: quizStanding.nullable(),
  })
  .meta({ id: 'LearnerAssignment' });

/** A person's own training in My Training: the fields of its row, its card and its button (LRN-01, PERF-03). */
export const homeTraining = z
  .object({
    id: assignmentFields.id,
    moduleId: assignmentFields.moduleId,
    module: assignedModule.pick({ title: true, reference: true, contentType: true, duration: true }).extend({
      /** Start opens something; false once it is done. */
      canStart: z.boolean(),
    }),
    status: assignmentFields.status,
    started: assignmentFields.started,
    progress: assignmentFields.progress,
    readyToSign: assignmentFields.readyToSign,
    score: assignmentFields.score,
    dueDate: assignmentFields.dueDate,
    assignedDate: assignmentFields.assignedDate,
    completedAt: assignmentFields.completedAt,
    ...completionTime,
    certificateUrl: assignmentFields.certificateUrl,
    nextRenewalDate: assignmentFields.nextRenewalDate,
    cycle: assignmentFields.cycle,
    ...versionsAndMove,
    /** For a completed one (SIG-04); null while it is open. */
    signature: completionSignature.pick({ state: true, reason: true, reasonCode: true }).nullable(),
    quiz: quizStanding.nullable(),
  })
  .meta({ id: 'HomeTraining' });

/** An assignment in the list over all people of the reach (GET /api/assignments). */
export const assignmentListItem = z
  .object({
    ...assignmentFields,
    user: z.object({
      id: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      email: z.string(),
      organizationId: z.number().nullable(),
      organizationName: z.string().nullable(),
      departmentId: z.number().nullable(),
      departmentName: z.string().nullable(),
    }),
  })
  .meta({ id: 'AssignmentListItem' });

/** One completion in the history of a person (EMP-02): the signed record. */
export const completion = z
  .object({
    recordId: z.number(),
    assignmentId: z.number(),
    cycle: z.number(),
    moduleId: z.number(),
    /** Title and reference at the time of the completion. */
    moduleTitle: z.string(),
    moduleReference: z.string().nullable(),
    versionNumber: z.number(),
    /** Number of the version of the module that is effective now; null: none is. */
    effectiveVersion: z.number().nullable(),
    versionHash: z.string(),
    completionPolicy: z.string(),
    kind: z.enum(completionKinds),
    score: z.number().nullable(),
    completedAt: instant,
    /** IANA zone of the organization at that time. */
    timeZone: z.string(),
    /** The time at which the record was created: differs from `completedAt` for past training (DI-01). */
    recordedAt: instant,
    recordedByName: z.string().nullable(),
    reason: z.string().nullable(),
    recordHash: z.string(),
    /** `expired`: past its last valid day, without a newer completion of the module (LRN-01). */
    status: z.enum(['completed', 'expired', 'voided']),
    voidedAt: instant.nullable(),
    /** The words of the person who withdrew it. */
    voidedReason: z.string().nullable(),
    /** The reason why the product itself withdrew it. */
    voidedCode: withdrawalReason.nullable(),
    nextRenewalDate: givenDate.nullable(),
    certificateNumber: z.string().nullable(),
    certificateUrl: z.string().nullable(),
    /** For a completion that was recorded from a source (USR-09); null for others. */
    source: completionSource.nullable(),
    signature: completionSignature,
  })
  .meta({ id: 'Completion' });

/**
 * Figures of one person: of the reader on the employee dashboard (SPEC §3 'Personal stats', §9), and of another person, where `inProgress`
 * is a count (LRN-01).
 */
export const personStats = z
  .object({
    completed: z.number(),
    /** Percent of all in the reader's own figures, a count in those of others. */
    inProgress: z.number(),
    /** Days to the earliest open due date, negative if it has passed; null if nothing is due. */
    dueSoon: z.number().nullable(),
    /** Percent. */
    overallProgress: z.number(),
    totalAssignments: z.number(),
    overdue: z.number(),
  })
  .meta({ id: 'PersonStats' });

/** The effect of starting the onboarding on each module that the job title requires, as in the preview and EFFECT_CHANGED (MTX-07). */
export const onboardingEffect = z
  .object({
    /** Send it with the start: if the effect has changed since, nothing happens (409 EFFECT_CHANGED). */
    effectHash,
    modules: z.array(
      z.object({
        moduleId: z.number(),
        title: z.string(),
        /** `new` would be assigned. `open` is already open and would count. `completed` stays unchanged. */
        state: z.enum(['new', 'open', 'completed']),
        /** For a new and an open one. */
        dueDate: givenDate.nullable(),
      }),
    ),
  })
  .meta({ id: 'OnboardingEffect' });
