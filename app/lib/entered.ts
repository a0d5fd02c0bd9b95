import type { z } from 'zod';

/** The values of a form for fields of the contract: an empty text represents null, and a number may be a text while it is typed. */
export type Entered<Fields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends number ? number | string : NonNullable<Fields[Name]>;
};

/** Returns the fields of a schema from a record, as a form shows them. All fields that can be null are texts. */
export function enteredFrom<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  record: Readonly<Record<keyof Shape & string, unknown>>,
): Entered<z.output<z.ZodObject<Shape>>> {
  const entries = Object.keys(schema.shape).map((name) => [name, record[name as keyof Shape & string] ?? '']);
  return Object.fromEntries(entries) as Entered<z.output<z.ZodObject<Shape>>>;
}
