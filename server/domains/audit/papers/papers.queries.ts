import { sql, type Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { papersContract } from '#shared/contract/papers.ts';
import type { DB } from '#server/db/db.d.ts';

type IssuedPaper = ResponseInput<typeof papersContract.check>[number];

/** How many people an answer names at most. */
const MAX_NAMED = 20;

/** Returns the entries of the register about files with this SHA-256, the first issue first (INS-03). */
export async function papersOf(db: Kysely<DB>, sha256: string): Promise<readonly IssuedPaper[]> {
  const { rows } = await sql<IssuedPaper>`
    select p.kind, p.format, p.as_of, p.time_zone, p.issued_at,
      coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as issued_to
    from issued_papers p join users u on u.id = p.issued_to
    where p.sha256 = ${sha256} order by p.id limit ${MAX_NAMED}`.execute(db);
  return rows;
}
