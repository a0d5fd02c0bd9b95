import { createHash } from 'node:crypto';
import { AppError } from '#shared/contract/errors.ts';

/** A person in the effect of a command on many people. */
export interface BulkPerson {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
}

/** How many of the people who are left out an effect names; its figures cover the rest. */
export const namedAsSkipped = 50;

/** Returns the hash by which a command recognizes the effect that was shown. */
export const hashOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');

/** Returns how many assignments of how many people. */
export const figuresOf = (rows: readonly { readonly userId: string }[]) => ({
  assignments: rows.length,
  people: new Set(rows.map(({ userId }) => userId)).size,
});

/** Refuses an effect that is not the one that was shown: EFFECT_CHANGED with the new one. */
export function requireShown<Shown extends { readonly effectHash: string; readonly effect: object }>(
  found: Shown,
  expected: string | undefined,
): void {
  if (expected === undefined || expected === found.effectHash) return;
  const { effectHash, effect } = found;
  throw new AppError('EFFECT_CHANGED', { extra: { effectHash, effect } });
}
