import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { wrongDate } from '#shared/domain/calendar/calendar.ts';
import { oneLine, plainLine, seenText } from '#shared/domain/text/plain-line.ts';

/** Largest value of an integer id (PostgreSQL integer). */
const largestId = 2_147_483_647;

/** An integer id in a path or query, where it arrives as text. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, because('not_positive_whole'))
  .transform(Number)
  .refine((value) => value <= largestId, because('not_positive_whole'))
  .meta({ wire: { type: 'integer', minimum: 1, maximum: largestId } });

/** Ids in an address, with commas between them, up to this number. */
export const commaList = <Id extends typeof pathId | typeof userId>(id: Id, most: number, tooMany: string) =>
  z
    .string()
    .max(most * 65)
    .transform((text) => text.split(','))
    .pipe(z.array(id).min(1).max(most, tooMany));

/** An integer id in a body. */
export const bodyId = z.int().min(1).max(largestId);

/** The kind of a record in the trail: its table. */
export const recordType = z.string().regex(/^[a-z_]{1,40}$/);

/** A user's id: text (SPEC §3). */
export const userId = z
  .string(because('user_needed'))
  .min(1, because('user_needed'))
  .max(64)
  .regex(/^[\w-]+$/, because('not_user_id'))
  .meta({ id: 'UserId' });

/** A secret that a dialog creates for one signature that is confirmed at the provider (SIG-01): 256 random bits, base64url. */
export const signatureIntent = z.string().regex(/^[\w-]{43}$/, because('confirm_at_provider'));

/** An instant on the wire: ISO 8601 in UTC; handlers may return the Date that the database gave. */
export const instant = z
  .union([z.date(), z.iso.datetime()])
  .transform((value) => (typeof value === 'string' ? value : value.toISOString()))
  .meta({ wire: { type: 'string', format: 'date-time' } });

/** A calendar date 'YYYY-MM-DD', never converted between zones (SHELL-09). */
export const calendarDate = z.iso
  // Reported once: the year of a text without the right form is not checked.
  .date({ error: ({ input }) => wrongDate(input), abort: true })
  // The form includes the months and leap years; but its year 0000 is not a valid date here. Lists have thousands of dates.
  .refine((date) => !date.startsWith('0000'), because('not_a_date'));

/** A calendar date in an answer, as the database gave it: lists have thousands, and none is checked again. */
export const givenDate = z.string().meta({ wire: { type: 'string', format: 'date' } });

/** Text of one line with a largest length, as it was sent: for searches and keys. Control characters are refused. */
export const line = (max: number) =>
  z
    .string()
    .max(max, because('too_long', { maximum: max }))
    .regex(oneLine, because('not_one_line'));

/** Text of one line that people enter, in the form in which it is stored: one without anything visible is empty. */
export const enteredLine = (max: number, missing?: string) =>
  z
    .string(missing)
    .overwrite(plainLine)
    .max(max, because('too_long', { maximum: max }))
    .regex(oneLine, because('not_one_line'));

/** Returns the schema for one line of text that must not be blank: refused with the field's own message of SPEC §5. */
export const requiredLine = (max: number, message: string) => enteredLine(max, message).min(1, message);

/** The characters of several lines. */
// oxlint-disable-next-line no-control-regex
const manyLines = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/;

/** Text of several lines with a largest length. */
export const multiline = (max: number) =>
  z
    .string()
    .max(max, because('too_long', { maximum: max }))
    .regex(manyLines, because('not_plain_text'));

/** Text of several lines that must not be blank: nothing visible is blank, and nothing in it turns the direction of the rest. */
export const requiredText = (max: number, missing: string) =>
  z
    .string(missing)
    .overwrite(seenText)
    .trim()
    .max(max, because('too_long', { maximum: max }))
    .regex(manyLines, because('not_plain_text'))
    .min(1, missing);

/** A reason given for a change that the rules ask one for (AUD-01). */
const noReason = because('reason_required');
export const reason = requiredText(500, noReason).meta({ id: 'Reason' });

/** The body of a call that needs only a reason. */
export const reasonBody = z.strictObject({ reason }).meta({ id: 'ReasonBody' });

/** The body of a call that needs a reason in the regulated profile only. */
export const optionalReasonBody = z
  .strictObject({ reason: reason.optional() })
  .meta({ id: 'OptionalReasonBody' });

/** The record that a call created, started or cancelled. */
export const recordId = z.object({ id: z.int() }).meta({ id: 'RecordId' });

/** A person by id and name. */
export const personName = z.object({ id: z.string(), name: z.string() }).meta({ id: 'PersonName' });

/** An organization that a record belongs to. */
export const organizationName = z.object({ id: z.int(), name: z.string() }).meta({ id: 'OrganizationName' });

/** Paging of a list (DESIGN 'The wire'): spread into the list's query schema. */
export const pagingFields = {
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
};

/** Paging and search of a list (DESIGN 'The wire'): spread into the list's query schema. */
export const pageFields = { ...pagingFields, q: line(200).optional() };

/** Returns the sort of a list: one of its keys, with '-' before it for descending. */
export const sortBy = <const Keys extends readonly [string, ...string[]]>(keys: Keys) =>
  z.enum(keys.flatMap((key) => [key, `-${key}`]) as [string, ...string[]]).optional();

/** The answer of a call without other content. */
export const done = z.object({ ok: z.literal(true) }).meta({ id: 'Done' });

/** A query flag `true` or `false`. */
export const flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ wire: { type: 'boolean' } });

/** Returns whether exactly one of several ways is given. */
export const isOne = (...ways: readonly unknown[]): boolean =>
  ways.filter((way) => way !== undefined).length === 1;
