import { z } from 'zod';
import { completionSource } from '#shared/contract/completion-source.ts';
import { completionSignature, withdrawalReason } from '#shared/contract/assignment-schemas.ts';
import {
  calendarDate,
  flag,
  givenDate,
  instant,
  pageFields,
  pathId,
  userId,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { paperFields } from '#shared/contract/paper-fields.ts';
import { moduleTitle } from '#shared/contract/module-schemas.ts';
import { retrainingChoices } from '#shared/domain/modules/publishing.ts';
import { qualifiedAnswers, qualifiedReasons, setAsideReasons } from '#shared/domain/qualified/qualified.ts';
import { versionCompletions, versionPositions } from '#shared/domain/qualified/requested-version.ts';
import { completionKinds } from '#shared/domain/signatures/training-record.ts';

const answer = z.enum(qualifiedAnswers).meta({ id: 'QualifiedAnswer' });

/** The answer by the knowledge at one time. */
const reading = z
  .object({
    answer,
    reason: z.enum(qualifiedReasons),
    /** The training was required on that day. */
    isRequired: z.boolean(),
    /** For 'no': the first day on which the person was not qualified; null if no record shows it. */
    since: givenDate.nullable(),
    /** For 'no': the version that is missing; null if none was effective. */
    missingVersion: z.int().nullable(),
    /** The last day to complete the open training; null if there was none, or without a due date. */
    dueDate: givenDate.nullable(),
    /** The completion that decides: its assignment. */
    assignmentId: z.int().nullable(),
    version: z.int().nullable(),
    completedAt: instant.nullable(),
    completedTimeZone: z.string().nullable(),
    completionKind: z.enum(completionKinds).nullable(),
    /** The last valid day; null without a completion or without an end. */
    validUntil: givenDate.nullable(),
  })
  .meta({ id: 'QualifiedReading' });

const setAside = z.enum(setAsideReasons).meta({ id: 'SetAsideReason' }).nullable();

/** A completion of the module with its evidence. */
const completion = z
  .object({
    assignmentId: z.int(),
    cycle: z.int(),
    /** Null for a completion without a record, which is not evidence. */
    recordId: z.int().nullable(),
    certificateNumber: z.string().nullable(),
    version: z.int(),
    completedAt: instant,
    completedTimeZone: z.string(),
    completionKind: z.enum(completionKinds).nullable(),
    validUntil: givenDate.nullable(),
    recordedAt: instant.nullable(),
    /** Who recorded a past training, and why. */
    recordedByName: z.string().nullable(),
    reason: z.string().nullable(),
    /** For a completion that was recorded from a source (USR-09); null for others. */
    source: completionSource.nullable(),
    /** Checked when the answer was created (SIG-04); null without a record. */
    signature: completionSignature.nullable(),
    voidedAt: instant.nullable(),
    voidedReason: z.string().nullable(),
    voidedCode: withdrawalReason.nullable(),
    /** The reason why it does not make the person qualified, as known on that day and as known now; null: it does, or it is not needed. */
    asideThen: setAside,
    asideNow: setAside,
  })
  .meta({ id: 'QualifiedCompletion' });

const person = z
  .object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    jobTitle: z.string().nullable(),
    organizationName: z.string().nullable(),
    departmentName: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'QualifiedPerson' });

/** The part of one reading about the requested version. */
const versionReading = z
  .object({
    completion: z.enum(versionCompletions),
    /** The reason why the completion does not count; null: it does, or there is none. */
    why: setAside,
    assignmentId: z.int().nullable(),
    completedAt: instant.nullable(),
    completedTimeZone: z.string().nullable(),
    completionKind: z.enum(completionKinds).nullable(),
  })
  .meta({ id: 'QualifiedVersionReading' });

/** The requested version: its standing on that day, and whether the person had completed it. */
const versionAsked = z
  .object({
    number: z.int(),
    effectiveFrom: instant,
    standing: z.enum(versionPositions),
    /** The next version, if it has become effective since. */
    replacedBy: z.object({ number: z.int(), effectiveFrom: instant }).nullable(),
    asKnownThen: versionReading,
    asKnownNow: versionReading,
    differs: z.boolean(),
  })
  .meta({ id: 'QualifiedVersion' });

/** The answer about one person, one module and one day. */
export const qualifiedAnswer = z
  .object({
    day: givenDate,
    /** The end of that day, in the zone of the person's organization. */
    until: instant,
    timeZone: z.string(),
    answeredAt: instant,
    /** Person and module in their state at the end of the day. */
    person,
    module: moduleTitle.extend({ isRetired: z.boolean() }),
    /**
     * Whether the person was away on that day, as known then and as known now (USR-10): a fact without effect on the answer. Missing if
     * there was no absence in either case.
     */
    away: z.object({ asKnownThen: z.boolean(), asKnownNow: z.boolean() }).optional(),
    /** The version that was effective; null: none was. */
    versionInForce: z
      .object({ number: z.int(), effectiveFrom: instant, retraining: z.enum(retrainingChoices) })
      .nullable(),
    /** Null if no version was requested. */
    versionAsked: versionAsked.nullable(),
    /** The matrices that required the module of the person on that day. */
    matrices: z.array(z.object({ id: z.int(), name: z.string(), since: givenDate })),
    assignments: z.array(
      z.object({
        id: z.int(),
        cycle: z.int(),
        assignedOn: givenDate,
        /** The state at the end of the day. */
        dueDate: givenDate.nullable(),
        isRequired: z.boolean(),
        isOpen: z.boolean(),
      }),
    ),
    asKnownThen: reading,
    asKnownNow: reading,
    differs: z.boolean(),
    completions: z.array(completion),
  })
  .meta({ id: 'QualifiedAnswerOfPerson' });

const row = z
  .object({
    person,
    module: moduleTitle,
    asKnownThen: reading,
    asKnownNow: reading,
    differs: z.boolean(),
    versionAsked: versionAsked.nullable(),
  })
  .meta({ id: 'QualifiedRow' });

const one = z.strictObject({
  person: userId,
  module: pathId,
  day: calendarDate,
  /** The number of a version, about which the answer contains details. */
  version: pathId.optional(),
});

/** 'Was this person qualified for this on that day?' (INS-02). */
export const qualifiedContract = {
  answer: defineEndpoint({
    id: 'qualified.answer',
    method: 'GET',
    path: '/api/qualified',
    summary: 'Whether a person was qualified for a module on a day, with the evidence, as known then and now',
    access: { permission: 'people.view' },
    audit: { access: 'qualified.read' },
    data: { shows: ['assignments', 'people', 'matrices', 'modules'] },
    query: one.extend({
      /** Default: today in the person's zone. The answer names the day. */
      day: calendarDate.optional(),
    }),
    compressed: true,
    response: qualifiedAnswer,
  }),
  paper: defineEndpoint({
    id: 'qualified.paper',
    method: 'GET',
    path: '/api/qualified/answer.pdf',
    summary: 'The same answer as PDF, with the answer as a signed file attached',
    access: { permission: 'people.view' },
    audit: { access: 'qualified.exported' },
    data: { none: 'a download' },
    query: one.extend(paperFields),
    errors: ['TIMEOUT'],
    raw: 'application/pdf',
    response: z.undefined(),
  }),
  list: defineEndpoint({
    id: 'qualified.list',
    method: 'GET',
    path: '/api/qualified/people',
    summary:
      'Who was qualified on a day: for one module, or for every module of a matrix; continued by `after`',
    access: { permission: 'people.list' },
    audit: {
      none: 'a list within the reach; opening a person is recorded',
      inspected: { action: 'inspection.peopleListed', record: 'training_modules' },
    },
    data: { shows: ['assignments', 'people', 'matrices', 'modules'] },
    query: z.strictObject({
      day: calendarDate,
      /** The module; default: every module that the matrix contained on that day. */
      module: pathId.optional(),
      /** Only the people who were in this matrix on that day. */
      matrix: pathId.optional(),
      /** The number of a version of the module, about which each row contains details. */
      version: pathId.optional(),
      /** `none`: people without one. */
      organization: z.union([z.literal('none'), pathId]).optional(),
      department: z.union([z.literal('none'), pathId]).optional(),
      /** Only the direct and indirect reports that this person had on that day. */
      manager: userId.optional(),
      /** `true`: only the caller's direct and indirect reports of that day. */
      team: flag.optional(),
      q: pageFields.q,
      /** Only rows with this answer in the reading. */
      answer: answer.optional(),
      reading: z.enum(['then', 'now']).default('now'),
      /** `next` of the page before. */
      after: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(50),
    }),
    compressed: true,
    response: z
      .object({
        day: givenDate,
        answeredAt: instant,
        rows: z.array(row),
        /** The value for `after` on the next page; null on the last page. */
        next: z.string().nullable(),
      })
      .meta({ id: 'QualifiedPage' }),
  }),
};
