import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { bodyId, enteredLine, givenDate, requiredLine, userId } from '#shared/contract/common.ts';
import { assigningLimits } from '#shared/domain/assignments/bulk.ts';
import { DEFAULT_RENEWAL_WINDOW } from '#shared/domain/assignments/renewal.ts';

const daysToDue = z
  .int(because('not_whole_days'))
  .min(0, because('too_small', { minimum: 0 }))
  .max(3650, because('too_big', { maximum: 3650 }));
const renewalPeriod = z
  .int(because('not_whole_months'))
  .min(1, because('too_small', { minimum: 1 }))
  .max(120, because('too_big', { maximum: 120 }));
const renewalWindow = z
  .int(because('not_whole_days'))
  .min(0, because('too_small', { minimum: 0 }))
  .max(365, because('too_big', { maximum: 365 }));
/** Name of a matrix. */
export const matrixName = enteredLine(200);
/** A job title: any text up to 200 characters (USR-02). */
export const jobTitle = enteredLine(200);

/** The terms of an entry by themselves, for changing one. */
export const entryTerms = { isRequired: z.boolean(), daysToDue, renewalPeriod, renewalWindow };

/** The hash of an effect that a preview answered (MTX-06). */
export const effectHash = z.string().regex(/^[0-9a-f]{64}$/, because('not_effect_hash'));

/** The terms for the modules of a new entry (MTX-02); missing fields have the defaults of SPEC §9. */
export const entryFields = {
  isRequired: z.boolean().default(true),
  daysToDue: daysToDue.default(30),
  /** Months; null or left out: no renewal. */
  renewalPeriod: renewalPeriod.nullable().optional(),
  /** Days before the end of validity in which the renewal is open (MTX-08). */
  renewalWindow: renewalWindow.default(DEFAULT_RENEWAL_WINDOW),
};

/** A person as the lists and dialogs of the matrix screen name one. */
export const namedPerson = z
  .object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string(),
    jobTitle: z.string().nullable(),
  })
  .meta({ id: 'NamedPerson' });

/** An entry of a matrix in the snake_case nesting of SPEC §3 (DESIGN 'The wire'). */
export const matrixEntry = z
  .object({
    id: z.number(),
    moduleId: z.number(),
    training_module_id: z.number(),
    /** The matrix that has the entry. */
    matrixId: z.number(),
    isRequired: z.boolean(),
    daysToDue: z.number(),
    renewalPeriod: z.number().nullable(),
    renewalWindow: z.number(),
    training_modules: z.object({
      id: z.number(),
      title: z.string(),
      reference: z.string().nullable(),
      content_type: z.string(),
      duration: z.number(),
    }),
    training_matrix: z.object({
      id: z.number(),
      name: z.string(),
      organizationId: z.number().nullable(),
      departmentId: z.number().nullable(),
      moduleId: z.number(),
      jobTitle: z.string().nullable(),
    }),
  })
  .meta({ id: 'MatrixEntry' });

const cardModule = z
  .object({
    /** Id of the entry, for removing it. */
    entryId: z.number(),
    moduleId: z.number(),
    title: z.string(),
    reference: z.string().nullable(),
    contentType: z.string(),
    duration: z.number(),
    isRequired: z.boolean(),
    daysToDue: z.number(),
    renewalPeriod: z.number().nullable(),
    renewalWindow: z.number(),
    isActive: z.boolean(),
    /** For `If-Match` when the entry is changed. */
    revision: z.number(),
  })
  .meta({ id: 'CardModule' });

/** A matrix as its card shows it (SPEC §2.8). */
export const matrixCard = z
  .object({
    id: z.number(),
    name: z.string(),
    organizationId: z.number().nullable(),
    organizationName: z.string().nullable(),
    departmentId: z.number().nullable(),
    departmentName: z.string().nullable(),
    jobTitle: z.string().nullable(),
    templateKey: z.string().nullable(),
    /** For `If-Match` when the matrix is changed. */
    revision: z.number(),
    /** For `If-Match` when the department is renamed. */
    departmentRevision: z.number().nullable(),
    /** People who are members by name (MTX-06). */
    memberCount: z.number(),
    /** It has at least one entry (SPEC §4). */
    isActive: z.boolean(),
    moduleCount: z.number(),
    userCount: z.number(),
    /** The first of the assigned people, by name, for the hover list. */
    users: z.array(namedPerson),
    /** People who match but have a required module neither open nor completed: 'required, not assigned' (MTX-06). */
    notAssignedCount: z.number(),
    /** Modules by family in the order of SPEC §9. */
    families: z.array(z.object({ code: z.string(), name: z.string(), modules: z.array(cardModule) })),
  })
  .meta({ id: 'MatrixCard' });

/** A person who needs modules of a matrix now (MTX-04, MTX-06). */
export const personMissingTraining = namedPerson
  .extend({ moduleIds: z.array(z.number()) })
  .meta({ id: 'PersonInNeed' });

/** The numbers of assignments and of people (MTX-06). */
export const counted = { assignments: z.number(), people: z.number() };

/** The effect of a change of a matrix on one training of one person (MTX-06). */
export const changeKinds = ['assigned', 'voided', 'no_longer_required', 'required_again'] as const;

/** The same as a schema. */
export const effectTotals = z.object(counted).meta({ id: 'EffectTotals' });

const personToChange = namedPerson
  .extend({
    changes: z.array(
      z.object({
        kind: z.enum(changeKinds),
        moduleId: z.number(),
        title: z.string(),
        dueDate: givenDate.nullable(),
      }),
    ),
  })
  .meta({ id: 'PersonToChange' });

/**
 * The effect of a change of a matrix on the trainings of people: figures, and the first of the people by name (MTX-06). A
 * preview returns it, and EFFECT_CHANGED contains it with its hash.
 */
export const changeEffect = z
  .object({
    assigned: effectTotals,
    /** Not started: voided. */
    voided: effectTotals,
    /** Started: they stay, marked as no longer required. */
    noLongerRequired: effectTotals,
    requiredAgain: effectTotals,
    /** The number of people whose training changes. */
    peopleCount: z.number(),
    people: z.array(personToChange),
  })
  .meta({ id: 'ChangeEffect' });

/** The effect of assigning a matrix (MTX-05, MTX-06): the same, with new members and people who get nothing. */
export const assignmentEffect = changeEffect
  .extend({
    /** People who become explicit members of the matrix. */
    newMembers: z.number(),
    /** The number of people who get nothing. */
    skippedCount: z.number(),
    /** The first of them, and why. */
    skipped: z.array(namedPerson.extend({ reason: z.enum(['inactive', 'nothing_needed']) })),
  })
  .meta({ id: 'AssignmentEffect' });

/** An effect with the hash by which the command identifies it, as in the answers of previews and in EFFECT_CHANGED (MTX-06). */
export const shownChange = z.object({ effect: changeEffect, effectHash }).meta({ id: 'ShownChange' });
/** The same of assigning a matrix. */
export const shownAssignment = z
  .object({ effect: assignmentEffect, effectHash })
  .meta({ id: 'ShownAssignment' });

/** The fields of calls that add modules to a matrix: who needs them is shown first, and gets them at once or later (MTX-04, MTX-06). */
const needFields = {
  /** Assigns the people who need the modules in the same transaction. */
  assignNow: z.boolean().default(false),
  /** Only previews who would need them; nothing is written. */
  preview: z.boolean().default(false),
  /** From the preview: if other people need them now, nothing happens (409 EFFECT_CHANGED). */
  effectHash: effectHash.optional(),
};

const moduleIds = z
  .array(bodyId, because('modules_to_assign_needed'))
  .min(1, because('modules_to_assign_needed'))
  .max(1000, because('too_many_modules', { maximum: 1000 }));

const missing = { matrix: because('matrix_needed'), name: because('matrix_name_needed') };
const noDepartment = because('matrix_department_needed');

/** Modules to an existing or a new matrix, with the refusals of SPEC §5 (MTX-03). */
export const assignToMatrixBody = z
  .strictObject({
    moduleIds,
    /** An existing matrix by name … */
    existingMatrixName: matrixName.nullish(),
    /** … or by id. */
    matrixId: bodyId.nullish(),
    /** A new matrix for a department. */
    matrixName: matrixName.nullish(),
    departmentId: bodyId.nullish(),
    jobTitle: jobTitle.nullish(),
    ...entryFields,
    ...needFields,
  })
  .superRefine((body, issues) => {
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], message });
    const existing = body.existingMatrixName != null || body.matrixId != null;
    const isNew = body.matrixName != null || body.departmentId != null || body.jobTitle != null;
    if (existing && isNew) refuse('existingMatrixName', because('matrix_exists_or_new'));
    else if (existing) {
      if (body.matrixId == null && !body.existingMatrixName) refuse('existingMatrixName', missing.matrix);
    } else {
      if (!body.matrixName) refuse('matrixName', missing.name);
      if (body.departmentId == null) refuse('departmentId', noDepartment);
    }
  })
  .meta({ id: 'AssignToMatrixBody' });

const noUser = because('users_needed');
const specificUserIds = z
  .array(userId, noUser)
  .min(1, noUser)
  .max(assigningLimits.people, because('too_many_people_at_once', { maximum: 100_000 }));

/** Assigning a matrix to people (MTX-05): first with `preview`, then with the hash that the preview answered. */
export const assignBody = z
  .strictObject({
    matrixName: matrixName.nullish(),
    matrixId: bodyId.nullish(),
    specificUserIds: specificUserIds.optional(),
    /** Everybody whom the matrix matches, instead of people by name; this does not make them members. */
    allMatched: z.boolean().default(false),
    /** Only previews the effect; nothing is written. */
    preview: z.boolean().default(false),
    /** From the preview: if the effect has changed since, nothing happens (409 EFFECT_CHANGED). */
    effectHash: effectHash.optional(),
  })
  .superRefine((body, issues) => {
    if (body.matrixId == null && !body.matrixName) {
      issues.addIssue({ code: 'custom', path: ['matrixName'], message: missing.matrix });
    }
    if (body.allMatched === (body.specificUserIds !== undefined)) {
      issues.addIssue({ code: 'custom', path: ['specificUserIds'], message: noUser });
    }
  })
  .meta({ id: 'AssignBody' });

/** One module for the matrix of a department, or for the one that is named (MTX-04). */
export const addModuleBody = z
  .strictObject({
    departmentId: z.number(because('department_needed')).pipe(bodyId).optional(),
    moduleId: z.number(because('module_needed')).pipe(bodyId),
    /** Required if the department has more than one matrix; used alone for a matrix without a department. */
    matrixId: bodyId.optional(),
    ...entryFields,
    ...needFields,
  })
  .refine((body) => body.departmentId !== undefined || body.matrixId !== undefined, {
    path: ['departmentId'],
    message: because('department_needed'),
  })
  .meta({ id: 'AddModuleBody' });

/** The form that creates a matrix from a template (SPEC §7). */
export const templateBody = z
  .strictObject({
    templateKey: requiredLine(100, because('template_needed')),
    jobTitle: jobTitle.nullish(),
    name: matrixName.min(1, because('matrix_name_needed')).optional(),
    /** Left out: the department's, the caller's, or the only one. */
    organizationId: bodyId.optional(),
    departmentId: bodyId.nullish(),
    ...needFields,
  })
  .meta({ id: 'TemplateBody' });
