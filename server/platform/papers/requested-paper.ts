import type { Language } from '#shared/domain/people/settings.ts';
import type { PaperHead } from './paper-texts.ts';
import { committedInstant } from '#server/platform/postgres/committed-instant.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { requesterAsOf } from './name-as-of.ts';

/** The parameters of a request for a paper: the fields of `paperFields`. */
export interface RequestedPaper {
  readonly asOf?: string | undefined;
  readonly language?: Language | undefined;
  readonly timeZone?: string | undefined;
}

/**
 * Returns the time, language, time zone and recipient of a paper (INS-03). If the request has none, the time is now, and the
 * others are the reader's own.
 */
export async function requestedPaper(
  { actor, db }: Pick<RequestContext, 'actor' | 'db'>,
  { asOf: given, language = actor.language, timeZone = actor.readerZone }: RequestedPaper,
): Promise<PaperHead> {
  const asOf = await committedInstant(db, given === undefined ? undefined : new Date(given));
  return { asOf, language, timeZone, requestedBy: await requesterAsOf(db, actor.id, asOf) };
}
