import { z } from 'zod';
import { enteredLine, givenDate, instant, personName } from '#shared/contract/common.ts';
import {
  importProblem,
  importProgress,
  importRowReason,
  lostCharacter,
} from '#shared/contract/people-imports-schemas.ts';
import { pastFields, type PastField } from '#shared/domain/assignments/past/fields.ts';
import { dayOrders } from '#shared/domain/assignments/past/read-day.ts';
import { pastOutcomes } from '#shared/domain/assignments/past/plan-types.ts';
import { reliances } from '#shared/domain/assignments/past/reliance.ts';

const column = z.int().min(0).max(99).optional();
const field = z.enum(pastFields).meta({ id: 'PastCompletionField' });

/** The column of each field, from 0 (USR-09). */
export const pastMapping = z
  .strictObject(
    Object.fromEntries(pastFields.map((name) => [name, column])) as Record<PastField, typeof column>,
  )
  .meta({ id: 'PastCompletionMapping' });

/** The options for reading the cells (USR-09). */
export const pastOptions = z
  .strictObject({
    /** The source of rows that name none, for example "Moodle". */
    source: enteredLine(200),
    /** The order in dates such as 03/04/2024. */
    dayOrder: z.enum(dayOrders),
  })
  .meta({ id: 'PastCompletionOptions' });

/** The outcome of a row (USR-09). */
export const pastOutcome = z.enum(pastOutcomes).meta({ id: 'PastCompletionOutcome' });

/** The planned or actual effect of an import of past completions (USR-09). */
export const pastFigures = z
  .object({
    bad: z.int(),
    recorded: z.int(),
    completes: z.int(),
    unchanged: z.int(),
    /** People and modules with a new completion. */
    people: z.int(),
    modules: z.int(),
    withFile: z.int(),
    /** Completions that are no longer valid today. */
    ended: z.int(),
    /** Renewals that open at once, and trainings because a later version makes people retrain. */
    renewals: z.int(),
    retrainings: z.int(),
  })
  .meta({ id: 'PastCompletionFigures' });

const states = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'done',
  'failed',
  'cancelled',
  'reversing',
  'reversed',
] as const;

/** An import of past completions without its columns, as the list shows it. */
export const pastImportSummary = z
  .object({
    id: z.int(),
    state: z.enum(states).meta({ id: 'PastCompletionImportState' }),
    fileName: z.string(),
    rowCount: z.int(),
    figures: pastFigures.nullable(),
    requestedBy: personName,
    createdAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: 'PastCompletionImportRow' });

/** An import of past completions (USR-09). */
export const pastImport = pastImportSummary
  .extend({
    fileSha256: z.string(),
    fileSize: z.int(),
    format: z.enum(['csv', 'xlsx']),
    encoding: z.string().nullable(),
    lost: lostCharacter,
    headings: z.array(z.string()),
    /** The first rows, to recognize the columns; none after the end. */
    samples: z.array(z.array(z.string())),
    /** The mapping of the last check, or the proposed one. */
    mapping: pastMapping,
    options: pastOptions,
    /** Send it back to confirm what was shown. */
    planHash: z.string().nullable(),
    /** The trainings changed after the confirmation: nothing was imported, and this is the new effect. */
    changedSince: z.boolean(),
    progress: importProgress.nullable(),
    problem: importProblem.nullable(),
    checkedAt: instant.nullable(),
    /** The number of added certificate files. */
    files: z.int(),
    /** The reason why the import was reversed; null unless it was. */
    reversal: z.object({ reason: z.string(), by: personName, at: instant.nullable() }).nullable(),
    /** The records that already rely on the completions, so that the import cannot be reversed; null unless it is done. */
    reliance: z.array(z.object({ kind: z.enum(reliances), count: z.int() })).nullable(),
  })
  .meta({ id: 'PastCompletionImport' });

/** A row of an import of past completions with its result (USR-09). */
export const pastImportRow = z
  .object({
    position: z.int(),
    line: z.int(),
    outcome: pastOutcome,
    userId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    /** The cells of the file, unchanged. */
    module: z.string(),
    completedOn: z.string(),
    /** The values that the check read in the cells; null if the row records nothing, and once the import has ended. */
    readAs: z
      .object({ module: z.string(), version: z.int(), completedOn: givenDate, source: z.string() })
      .nullable(),
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
  .meta({ id: 'PastCompletionRow' });

/** A certificate file of an import of past completions. */
export const pastImportFile = z
  .object({ name: z.string(), sha256: z.string(), size: z.int() })
  .meta({ id: 'PastCompletionFile' });
