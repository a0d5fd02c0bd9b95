import { sql, type Kysely } from 'kysely';
import { trailReviewText } from '#shared/domain/audit/trail-review.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  checkSignature,
  signaturesUnder,
  textOfColumns,
  type SignatureView,
} from '#server/domains/signatures/index.ts';
import { sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';

/** A stored review of the trail. */
export interface StoredTrailReview {
  readonly id: number;
  readonly scope: string;
  readonly filters: string;
  readonly afterEvent: number;
  readonly throughEvent: number;
  readonly throughAt: Date;
  readonly events: number;
  readonly eventsHash: string;
  readonly sealNumber: number;
  readonly sealHead: string;
  readonly conclusion: string;
  readonly signedBy: string;
  readonly signedAt: Date;
}

const textOf = ({ id, signedAt, ...review }: StoredTrailReview): string =>
  textOfColumns(() => trailReviewText({ ...review, reviewId: id, signedAt: signedAt.toISOString() }));

/** Reviews of the trail, each with its signature rebuilt (SIG-04); null if it is missing. */
export async function readSignedTrailReviews(
  config: KeySource,
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<readonly (StoredTrailReview & { signatureId: number | null; signature: SignatureView | null })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredTrailReview>`
    select id, scope, filters, after_event, through_event, through_at, events, events_hash, seal_number, seal_head, conclusion, signed_by,
      signed_at
    from trail_reviews where id = any(${[...ids]}::int[]) order by id desc`.execute(db);
  const signatures = await signaturesUnder(db, 'trail_reviews', ids);
  return rows.map((review) => {
    const [made] = signatures.get(review.id) ?? [];
    const record = {
      recordType: 'trail_reviews',
      recordId: review.id,
      recordHash: sha256Hex(textOf(review)),
      contentHash: review.eventsHash,
    };
    return {
      ...review,
      signatureId: made?.id ?? null,
      signature: made ? checkSignature(config, made, record) : null,
    };
  });
}
