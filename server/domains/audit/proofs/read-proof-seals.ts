import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { merklePath, sha256, splitLeaves } from '../merkle.ts';

/** Proves that a stored public-key signature is in a sealed batch of the trail, from its event to the signed root (AUD-02). */
export interface ProofSeal {
  readonly payload: string;
  readonly salt: string;
  /** The header of the event names who acted: its hash is enough. */
  readonly headerHash: string;
  readonly path: readonly { readonly side: 'left' | 'right'; readonly hash: string }[];
  readonly body: string;
  readonly keyId: string;
  readonly signature: string;
}

interface SealedEvent {
  readonly id: number;
  readonly publicSignatureId: number;
  readonly header: string;
  readonly payload: string;
  readonly salt: Buffer;
  readonly body: string;
  readonly keyId: string;
  readonly signature: Buffer;
  readonly place: number;
  readonly leaves: Buffer;
}

/** Returns the seals that cover public-key signatures, by their ids. Signatures of the last minute have none yet. */
export async function readProofSeals(
  db: Kysely<DB>,
  publicSignatureIds: readonly number[],
): Promise<ReadonlyMap<number, ProofSeal>> {
  const { rows } = await sql<SealedEvent>`
    select e.id, e.object_id::int as public_signature_id, e.header, e.payload, e.salt, s.body, s.key_id, s.signature,
      array_position(s.event_ids, e.id) - 1 as place, s.leaves
    from audit.events e
    cross join lateral (select * from audit.seals s where s.system_id = e.system_id and s.to_xid > e.xid order by s.to_xid limit 1) s
    where e.object_type = 'public_signatures' and e.kind = 'insert' and e.payload is not null and e.salt is not null
      and e.object_id = any(${publicSignatureIds.map(String)}::text[]) and e.id = any(s.event_ids)`.execute(
    db,
  );
  return new Map(
    rows.map((row) => [
      row.publicSignatureId,
      {
        payload: row.payload,
        salt: row.salt.toString('hex'),
        headerHash: sha256(row.header).toString('hex'),
        path: merklePath(splitLeaves(row.leaves), row.place).map(({ side, hash }) => ({
          side,
          hash: hash.toString('hex'),
        })),
        body: row.body,
        keyId: row.keyId,
        signature: row.signature.toString('base64'),
      },
    ]),
  );
}
