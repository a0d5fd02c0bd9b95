import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type pg from 'pg';

/** What the processes that sign need: the secret of the product, and the superuser's address of its database. */
export interface SigningPlace {
  readonly env: Readonly<Record<string, string>>;
  readonly adminUrl: string;
}

const worker = path.join(import.meta.dirname, 'sign-worker.ts');

/** Which assignments one process signs. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * Gives every completed assignment its record, signature and certificate, which hold against the product's own checks (PERF-03).
 * One process for each processor, each with a part of the assignments. Answers how many there are, and the seconds that it took.
 */
export async function signCompleted(
  admin: Pick<pg.Pool, 'query'>,
  place: SigningPlace,
): Promise<{ readonly signed: number; readonly seconds: number }> {
  const begun = performance.now();
  const { rows } = await admin.query<Part>(
    `select min(id)::int as from, max(id)::int as to from (
       select id, ntile($1) over (order by id) as part from training_assignments where status = 'completed'
     ) a group by part`,
    [availableParallelism()],
  );
  await Promise.all(rows.map((part) => signPart(part, place)));
  for (const table of ['training_records', 'signatures', 'certificates']) {
    await admin.query(
      `select setval(pg_get_serial_sequence($1, 'id'), (select coalesce(max(id), 1) from ${table}))`,
      [table],
    );
  }
  // The trail knows none of them: what signs older records afterwards would look at each and find nothing to do.
  await admin.query(`begin; set local session_replication_role = replica;
    update installation set records_signed_at = app_now() where records_signed_at is null; commit`);
  const counted = await admin.query<{ signed: number }>(
    'select count(*)::int as signed from training_records',
  );
  return { signed: counted.rows[0]?.signed ?? 0, seconds: (performance.now() - begun) / 1000 };
}

function signPart({ from, to }: Part, { env, adminUrl }: SigningPlace): Promise<void> {
  const child = fork(worker, [String(from), String(to)], {
    env: { PATH: process.env.PATH ?? '', ...env, PORT: '0', DATABASE_ADMIN_URL: adminUrl },
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`signing ${String(from)} to ${String(to)} ended with ${String(code)}`));
    });
  });
}
