import { z } from 'zod';
import { bodyId, instant, personName, reason } from '#shared/contract/common.ts';
import { importFields, type ImportField } from '#shared/domain/people/import/fields.ts';
import { rowOutcomes } from '#shared/domain/people/import/plan-types.ts';
import { importProblems, rowReasons } from '#shared/reasons/imports.ts';

/** The largest file of people, in bytes. */
export const largestImport = 50 * 1024 * 1024;

const column = z.int().min(0).max(99).optional();

const field = z.enum(importFields).meta({ id: 'ImportField' });

/** The column of each field, from 0 (USR-06). */
export const importMapping = z
  .strictObject(
    Object.fromEntries(importFields.map((field) => [field, column])) as Record<ImportField, typeof column>,
  )
  .meta({ id: 'ImportMapping' });

/** The options of an import in addition to changing people (USR-06). */
export const importOptions = z
  .strictObject({
    /** The organization of new people whose row names none. */
    organizationId: bodyId.nullable(),
    createDepartments: z.boolean(),
    createJobTitles: z.boolean(),
    /** People of the file who are named as managers get the role of one, unless the file says another role. */
    raiseManagers: z.boolean(),
    /** The file has everybody of its organizations: people who are missing are proposed for deactivation. */
    completeFile: z.boolean(),
  })
  .meta({ id: 'ImportOptions' });

/** Outcomes of rows, and of people who are missing in a complete file. */
export const importOutcome = z.enum([...rowOutcomes, 'missing']).meta({ id: 'ImportOutcome' });

/** The planned or actual effect of an import as a whole (USR-06). */
export const importFigures = z
  .object({
    bad: z.int(),
    created: z.int(),
    reactivated: z.int(),
    deactivated: z.int(),
    moved: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    missing: z.int(),
    /** People who become administrators, and who become managers. */
    newAdministrators: z.int(),
    newManagers: z.int(),
    changedEmails: z.int(),
    newDepartments: z.int(),
    /** The first of them by name. */
    departmentNames: z.array(z.string()),
    newJobTitles: z.int(),
    jobTitleNames: z.array(z.string()),
    trainings: z.object({
      assigned: z.int(),
      /** The number of people who get a training. */
      people: z.int(),
      withdrawn: z.int(),
      noLongerRequired: z.int(),
    }),
  })
  .meta({ id: 'ImportFigures' });

/** The number of completed rows of an import. */
export const importProgress = z.object({ done: z.int(), total: z.int() }).meta({ id: 'ImportProgress' });

/** The place of the first character of a file that another program lost before and replaced by U+FFFD; null if there is none. */
export const lostCharacter = z
  .object({ line: z.int(), column: z.int() })
  .nullable()
  .meta({ id: 'LostCharacter' });

/** The reasons why an import ended without a change. */
export const importProblem = z.enum(importProblems).meta({ id: 'ImportProblem' });

/** The confirmation of an import: what was shown, and why (USR-09, USR-10). */
export const importConfirmation = z
  .strictObject({ planHash: z.string().regex(/^[0-9a-f]{64}$/), reason })
  .meta({ id: 'ImportConfirmation' });

/** The reasons why a cell or a row is wrong. */
export const importRowReason = z.enum(rowReasons).meta({ id: 'ImportRowReason' });

/** States of an import. */
const importStates = ['uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled'] as const;

/** The state of an import. */
export const importState = z.enum(importStates).meta({ id: 'ImportState' });

/** An import without its columns, as the list shows it. */
export const importSummary = z
  .object({
    id: z.int(),
    state: importState,
    fileName: z.string(),
    rowCount: z.int(),
    figures: importFigures.nullable(),
    requestedBy: personName,
    createdAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: 'PeopleImportRow' });

/** An import of people (USR-06). */
export const peopleImport = importSummary
  .extend({
    fileSha256: z.string(),
    fileSize: z.int(),
    format: z.enum(['csv', 'xlsx']),
    encoding: z.string().nullable(),
    lost: lostCharacter,
    headings: z.array(z.string()),
    /** The first rows, to recognize the columns; none of passwords, and none after the end. */
    samples: z.array(z.array(z.string())),
    /** Columns of passwords, from 0: their cells were never stored. */
    secretColumns: z.array(z.int()),
    /** The mapping of the last check, or the proposed one. */
    mapping: importMapping,
    options: importOptions,
    /** Send it back to confirm what was shown. */
    planHash: z.string().nullable(),
    /** The people changed after the confirmation: nothing was imported, and this is the new effect. */
    changedSince: z.boolean(),
    deactivateMissing: z.boolean(),
    progress: importProgress.nullable(),
    problem: importProblem.nullable(),
    checkedAt: instant.nullable(),
  })
  .meta({ id: 'PeopleImport' });

/** A row of an import with its result, or a person who is missing (USR-06). */
export const importRow = z
  .object({
    position: z.int(),
    /** The line on which it starts in the file; null: a person who is missing. */
    line: z.int().nullable(),
    outcome: importOutcome,
    userId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    fields: z.array(field),
    problems: z.array(
      z.object({
        /** The heading of the column; null: the row as a whole. */
        column: z.string().nullable(),
        field: field.nullable(),
        value: z.string(),
        reason: importRowReason,
        otherLine: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'ImportRow' });
