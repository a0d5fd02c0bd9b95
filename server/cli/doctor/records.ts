import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { checkGuards, Findings, readRows } from '#server/domains/audit/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import { commandLine } from '#server/platform/config/program.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';

/** Checks that the triggers and rights that protect the trail are as created; `verify` checks everything else (AUD-02). */
export async function examineGuards(db: Kysely<DB>): Promise<string> {
  const findings = new Findings();
  await db.transaction().execute((tx) => checkGuards(tx, findings));
  const [first, ...others] = findings.list;
  if (!first) return 'tables, triggers, functions and rights are as they were created';
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  throw new Error(`${first.object}: ${first.detail}${more}; run: ${commandLine('verify')}`);
}

/** Checks that each stored file exists with its size, and that none is known to be damaged; `verify` reads all of their bytes (SEC-04). */
export async function examineFiles(config: Config, db: Kysely<DB>): Promise<string> {
  const store = createFolderStore(config.filesDir, () => undefined);
  const missing: number[] = [];
  let count = 0;
  await db.transaction().execute(async (tx) => {
    const files = readRows(
      tx,
      sql<{ id: number; sha256: string; size: number }>`
      select id, sha256, size from files order by id`,
    );
    for await (const { id, sha256, size } of files) {
      count += 1;
      if ((await store.facts(sha256))?.size === size) continue;
      missing.push(id);
    }
  });
  const { rows } = await sql<{ damaged: number }>`
    select count(*)::int as damaged from file_checks where not is_intact`.execute(db);
  const damaged = rows[0]?.damaged ?? 0;
  const bad = Math.max(missing.length, damaged);
  if (bad === 0) return `${count} in ${config.filesDir}`;
  const which = missing.length === 0 ? '' : `, such as file ${String(missing[0])}`;
  throw new Error(
    `${bad} of ${count} ${bad === 1 ? 'is' : 'are'} missing or damaged in ${config.filesDir}${which}; run: ${commandLine('verify')}`,
  );
}
