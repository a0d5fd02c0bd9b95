import type { QueryExecutorProvider } from 'kysely';
import { hmacHex, keyFor, keyId, type KeySource } from '#server/platform/crypto/keys.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';

/** The purpose of the keys that prove accesses. */
export const accessProofPurpose = 'access-proof';

/** Circumstances of an access: `actorId`, `subjectId`, `organizationId` and `outcome` become columns of the event. */
type AccessFacts = Readonly<Record<string, unknown>>;

/** The facts that the proof of an access covers (AUD-02). The organization is null if the database looked it up from the person. */
export interface ProvenAccess {
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string | null;
  readonly actorId: string | null;
  readonly subjectId: string | null;
  readonly organizationId: number | null;
  readonly outcome: string;
  /** When the application recorded it, ISO 8601 in UTC. */
  readonly at: string;
  /** All other facts that are not null. */
  readonly circumstances: AccessFacts;
}

/** The proof in the facts of the event. */
export interface AccessProof {
  readonly at: string;
  readonly keyId: string;
  readonly mac: string;
}

/** Returns the same text for the same value, whatever the order of its keys: the database stores JSON keys in a different order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** Returns the MAC over an access. */
export function accessMac(key: Buffer, access: ProvenAccess): string {
  return hmacHex(key, `traintrail-access-1\n${JSON.stringify(sorted(access))}`);
}

/** The recorded object of a read or an attempt, and its facts. */
interface AccessObject {
  readonly id: string | null;
  readonly facts: AccessFacts;
}

/** Reads are recorded in many calls: the statement stays prepared. */
const recordStatement = namedStatement(
  'command.recordAccesses',
  `select audit.record_access($1, $2, object.id, object.facts::jsonb)
   from unnest($3::text[], $4::text[]) as object (id, facts)`,
);

/**
 * Records single reads or attempts in the trail, each with a proof by the owner of the installation's key (AUD-01, AUD-02).
 * Within a command, its proof covers them: call `audit.record_access` there.
 */
export async function recordAccesses(
  db: QueryExecutorProvider,
  { keys, at }: { readonly keys: KeySource; readonly at: Date },
  { action, objectType }: { readonly action: string; readonly objectType: string },
  objects: readonly AccessObject[],
): Promise<void> {
  if (objects.length === 0) return;
  const key = keyFor(keys, accessProofPurpose);
  const texts = objects.map(({ id, facts: given }) => {
    const kept = Object.entries(JSON.parse(JSON.stringify(given)) as AccessFacts).filter(
      ([, value]) => value !== null,
    );
    const facts = Object.fromEntries(kept);
    const {
      actorId = null,
      subjectId = null,
      organizationId = null,
      outcome = 'ok',
      ...circumstances
    } = facts;
    const time = at.toISOString();
    const mac = accessMac(key, {
      action,
      objectType,
      objectId: id,
      actorId: actorId as string | null,
      subjectId: subjectId as string | null,
      organizationId: organizationId as number | null,
      outcome: outcome as string,
      at: time,
      circumstances,
    });
    const proof: AccessProof = { at: time, keyId: keyId(key), mac };
    return JSON.stringify({ ...facts, proof });
  });
  const ids = objects.map(({ id }) => id);
  await db.getExecutor().executeQuery(recordStatement(action, objectType, ids, texts));
}
