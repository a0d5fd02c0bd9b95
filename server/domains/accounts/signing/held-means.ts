import { sql, type Kysely } from 'kysely';
import { heldBefore, type HeldMeans } from '#shared/domain/signatures/signing-identity.ts';
import type { DB } from '#server/db/db.d.ts';

/**
 * The time since which a person has had each means of proof; null without it. A new means, such as a passkey, gets its row here.
 * `openSigning` must remove it if it was added while signing was closed.
 */
const heldSince: Readonly<Record<HeldMeans, ReturnType<typeof sql> | null>> = {
  authenticator: sql`(select a.confirmed_at from authenticators a where a.user_id = u.id)`,
  provider: sql`(select max(i.linked_at) from external_identities i where i.user_id = u.id)`,
  passkey: sql`(select min(p.created_at) from passkeys p where p.user_id = u.id and p.revoked_at is null)`,
};

/** Returns the means that a person had before every event that has closed signing (SIG-05). */
export async function heldMeans(
  db: Kysely<DB>,
  userId: string,
  closures: readonly { readonly causedAt: Date }[],
): Promise<readonly HeldMeans[]> {
  const known = Object.entries(heldSince).flatMap(([means, since]) =>
    since ? [[means, since] as const] : [],
  );
  const columns = known.map(([means, since]) => sql`${since} as ${sql.id(means)}`);
  const { rows } = await sql<Partial<Record<HeldMeans, Date | null>>>`
    select ${sql.join(columns)} from users u where u.id = ${userId}`.execute(db);
  const [since] = rows;
  return known.flatMap(([means]) =>
    heldBefore(since?.[means as HeldMeans] ?? null, closures) ? [means as HeldMeans] : [],
  );
}
