import { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { ListKey } from './qualified.queries.ts';

const listKey = z.tuple([z.string(), z.string(), z.string(), z.string(), z.int()]);

/** The place behind a row, as the next page is asked for. */
export const nextOf = (key: ListKey): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** The place that {@link nextOf} wrote; VALIDATION_FAILED for anything else. */
export function afterOf(text: string): ListKey {
  const parsed = listKey.safeParse(jsonOf(Buffer.from(text, 'base64url').toString()));
  // PostgreSQL has no text with a zero byte.
  if (!parsed.success || parsed.data.some((part) => typeof part === 'string' && part.includes('\u0000')))
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'after', reason: 'wrong_format' }] });
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
