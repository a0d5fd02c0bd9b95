import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { trailReviewsContract as contract } from '#shared/contract/trail-reviews.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { trailGroups } from '#shared/domain/audit/groups.ts';
import type { DB } from '#server/db/db.d.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { readNames } from '../trail-names.queries.ts';
import { scopeOf } from './review-series.ts';
import { readSignedTrailReviews } from './signed-trail-reviews.ts';

const text = z.string().optional();

/** The filters of a stored review; what is not one of our own is shown as none, and its signature as not valid. */
const stored = z
  .object({
    actor: text,
    about: text,
    recordType: text,
    group: z.enum(trailGroups).optional(),
    q: text,
  })
  .catch({});

const filtersIn = (filters: string): z.output<typeof stored> => {
  try {
    return stored.parse(JSON.parse(filters));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
};

/** Returns a page of the signed reviews of the part of the trail that the reader sees, the newest first (AUD-03). */
export async function listTrailReviews(
  config: KeySource,
  db: Kysely<DB>,
  reach: Reach,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
): Promise<ResponseInput<typeof contract.list>> {
  const { rows } = await sql<{ id: number }>`
    select id from trail_reviews
    where ${reach.all ? sql`true` : sql`scope = ${scopeOf(reach)}`} and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
    order by id desc limit ${limit + 1}`.execute(db);
  const reviews = await readSignedTrailReviews(
    config,
    db,
    rows.slice(0, limit).map(({ id }) => id),
  );
  const asked = reviews.map((review) => ({ ...review, filters: filtersIn(review.filters) }));
  const people = asked.flatMap(({ filters: { actor, about } }) => [actor, about]);
  const wanted = people.filter((id) => id !== undefined);
  const nameOf = await readNames(db, new Map([['person', wanted]]));
  const nameOfPerson = (id: string | undefined) => (id === undefined ? null : (nameOf('person', id) ?? id));
  return {
    rows: asked.map(({ id, filters, events, throughAt, conclusion, signature }) => ({
      id,
      filters: {
        actor: nameOfPerson(filters.actor),
        about: nameOfPerson(filters.about),
        recordType: filters.recordType ?? null,
        group: filters.group ?? null,
        q: filters.q ?? null,
      },
      events,
      until: throughAt.toISOString(),
      conclusion,
      signature,
    })),
    next: rows.length > limit ? (reviews.at(-1)?.id ?? null) : null,
  };
}
