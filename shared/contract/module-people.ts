import { z } from 'zod';
import { completionKinds } from '#shared/domain/signatures/training-record.ts';
import { versionsAndMove } from '#shared/contract/assignment-schemas.ts';
import { calendarDate, instant, pageFields, pathId, sortBy } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';

const count = z.int().min(0);
const id = z.strictObject({ id: pathId });

/** Filters for the people of a module, whatever their status and version. */
const places = {
  /** `all`, an organization's id, or `none`: people without one. */
  org: z.union([z.enum(['all', 'none']), pathId]).default('all'),
  /** A department's id, or `none`: people in no department. */
  departmentId: z.union([z.literal('none'), pathId]).optional(),
  q: pageFields.q,
};

/** `backdated`: recorded afterwards, of which only the day is known (DI-01). */
const completionKind = z.enum(completionKinds).nullable();

const place = {
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  jobTitle: z.string().nullable(),
  organizationName: z.string().nullable(),
  departmentName: z.string().nullable(),
};

/** A person with organization and department. */
const personWithPlace = z.object(place).meta({ id: 'PersonWithPlace' });

/** A person with the current cycle of the module. */
const personOfModule = z
  .object({
    ...place,
    /**
     * `not_assigned`: a matrix requires the module and the person does not have it (MTX-06). `expired`: the last completion is no
     * longer valid, whether or not its renewal is open (CMP-03).
     */
    status: z.enum(trainingStates),
    /** Null if nothing is assigned. */
    assignmentId: z.int().nullable(),
    /** The completed version, otherwise the version that the person must learn; null if nothing is assigned. */
    version: z.int().nullable(),
    /** The stored status of an open cycle; null if no cycle is open. */
    openStatus: z.enum(['not_started', 'in_progress']).nullable(),
    progress: z.number(),
    dueDate: calendarDate.nullable(),
    dueDateMoved: versionsAndMove.dueDateMoved,
    completedAt: instant.nullable(),
    /** The zone in which everybody reads it (RPT-05). */
    completedTimeZone: z.string().nullable(),
    completionKind,
    /** Last day on which a completion of the module is valid, while its renewal is open too; null without an end. */
    validUntil: calendarDate.nullable(),
    /** The latest completion before the current cycle; null without one. */
    before: z
      .object({
        version: z.int().nullable(),
        completedAt: instant,
        completedTimeZone: z.string(),
        completionKind,
        /** The completion is no longer valid, and no other completion is (LRN-01). */
        expired: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'PersonOfModule' });

/** The page of a module's people (MTX-09): people who are trained on it, and people who are not. */
export const modulePeopleContract = {
  list: defineEndpoint({
    id: 'modulePeople.list',
    method: 'GET',
    path: '/api/training-modules/:id/people',
    summary: 'The active people in reach who have a module or need it, each with the current cycle (MTX-09)',
    access: { permission: 'reports.view' },
    audit: {
      none: 'a list within the reach; opening a person is recorded',
      inspected: { action: 'inspection.peopleListed', record: 'training_modules' },
    },
    data: { shows: ['assignments', 'people', 'departments'] },
    params: id,
    query: z.strictObject({
      ...pageFields,
      ...places,
      limit: z.coerce.number().int().min(1).max(200).default(50),
      status: z.enum(trainingStates).optional(),
      /** Number of a version; `none`: people who have none assigned. */
      version: z.union([z.literal('none'), pathId]).optional(),
      sort: sortBy(['name', 'organization', 'status', 'version', 'dueDate', 'completedAt']),
    }),
    list: true,
    compressed: true,
    response: z.array(personOfModule),
  }),
  lateCompletions: defineEndpoint({
    id: 'modulePeople.lateCompletions',
    method: 'GET',
    path: '/api/training-modules/:id/late-completions',
    summary:
      'Who in reach completed a version after the next one became effective, the newest version first; continued by `after` (INS-01)',
    access: { permission: 'reports.view' },
    audit: {
      none: 'a list within the reach; opening a person is recorded',
      inspected: { action: 'inspection.peopleListed', record: 'training_modules' },
    },
    data: { shows: ['assignments', 'people', 'departments'] },
    params: id,
    query: z.strictObject({
      /** `next` of the page before. */
      after: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    compressed: true,
    response: z
      .object({
        rows: z.array(
          z
            .object({
              recordId: z.int(),
              assignmentId: z.int(),
              person: personWithPlace,
              version: z.int(),
              /** The next version, and since when it was effective. */
              replacedBy: z.int(),
              replacedAt: instant,
              completedAt: instant,
              completedTimeZone: z.string(),
              completionKind,
              /** Null while it counts. */
              voidedAt: instant.nullable(),
            })
            .meta({ id: 'LateCompletion' }),
        ),
        /** The value for `after` on the next page; null on the last page. */
        next: z.string().nullable(),
      })
      .meta({ id: 'LateCompletions' }),
  }),
  figures: defineEndpoint({
    id: 'modulePeople.figures',
    method: 'GET',
    path: '/api/training-modules/:id/people-figures',
    summary: 'How the people of a module spread over versions and statuses, and the matrices that hold it',
    access: { permission: 'reports.view' },
    audit: { none: 'figures of a list within the reach' },
    data: { shows: ['assignments', 'people'] },
    params: id,
    query: z.strictObject(places),
    response: z
      .object({
        module: z.object({
          id: z.int(),
          title: z.string(),
          reference: z.string().nullable(),
          /** The effective version; null before the first was published. */
          version: z.int().nullable(),
          effectiveFrom: instant.nullable(),
          isActive: z.boolean(),
          isRetired: z.boolean(),
          hasContent: z.boolean(),
        }),
        people: count,
        /** Each person is in exactly one of these groups. */
        groups: z.array(
          z.object({ version: z.int().nullable(), status: z.enum(trainingStates), people: count }),
        ),
        /** The matrices that the reader may see. */
        matrices: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            organizationName: z.string().nullable(),
            isRequired: z.boolean(),
          }),
        ),
      })
      .meta({ id: 'ModuleFigures' }),
  }),
};
