import { z } from 'zod';
import { languages, type Language } from '#shared/domain/people/settings.ts';
import { because } from '#shared/reasons/in-schema.ts';

/** An instant as a paper prints it: ISO 8601 with the offset of its zone, for example `2026-11-26T20:21:07.123Z`. */
export const instantGiven = z.iso
  .datetime({ offset: true, error: because('not_an_instant') })
  .transform((text) => new Date(text).toISOString());

/**
 * The parameters for requesting a paper again (INS-03): as of the instant that it prints, in its language and zone. Missing ones mean
 * now, and the reader's own.
 */
export const paperFields = {
  asOf: instantGiven.optional(),
  language: z.enum(languages as [Language, ...Language[]]).optional(),
  timeZone: z.string().max(64).refine(isTimeZone, because('not_time_zone')).optional(),
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
