import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';

/** A place in the order of a list: the values by which it is sorted. */
export type PlaceKey = readonly (string | number)[];

/** Returns the form of a place in an address. */
export const textOfKey = (key: PlaceKey): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** Returns the place that {@link textOfKey} wrote; VALIDATION_FAILED at its field for anything else. */
export function keyOfText<Key extends PlaceKey>(text: string, schema: z.ZodType<Key>, path: string): Key {
  const parsed = schema.safeParse(jsonOf(Buffer.from(text, 'base64url').toString()));
  // PostgreSQL has no text with a zero byte.
  if (!parsed.success || parsed.data.some((part) => typeof part === 'string' && part.includes('\u0000')))
    throw new AppError('VALIDATION_FAILED', { errors: [{ path, reason: 'wrong_format' }] });
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
