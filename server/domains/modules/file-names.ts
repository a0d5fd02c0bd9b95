import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** Longest name in its encoded form: it must fit into a path of the API. */
const longestEncoded = 400;

/**
 * Gives each file a name that no other file of the installation has (MOD-08, D9): its own, with ' (2)' and so on before
 * the extension where it is taken. Holds the lock of names until the command ends.
 */
export async function claimNames(tx: CommandTransaction, wanted: readonly string[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  await sql`select pg_advisory_xact_lock(hashtext('module_version_files.name'))`.execute(tx.db);
  const taken = new Set<string>();
  const names: string[] = [];
  for (const name of wanted) {
    const [stem, extension] = split(name);
    let free: string | undefined;
    for (let first = 1; free === undefined; first += 50) {
      const candidates = Array.from({ length: 50 }, (_, index) => withNumber(stem, extension, first + index));
      const { rows } = await sql<{ name: string }>`
        select name from module_version_files where name = any(${candidates}::text[])`.execute(tx.db);
      for (const row of rows) taken.add(row.name);
      free = candidates.find((candidate) => !taken.has(candidate));
    }
    taken.add(free);
    names.push(free);
  }
  return names;
}

function withNumber(stem: string, extension: string, number: number): string {
  const ending = `${number === 1 ? '' : ` (${number})`}${extension}`;
  const letters = Array.from(stem);
  while (letters.length > 1 && encodeURIComponent(letters.join('') + ending).length > longestEncoded)
    letters.pop();
  return letters.join('').trimEnd() + ending;
}

/** Returns a name that can be in a path: no slashes, no leading dots, not empty. */
function split(name: string): readonly [stem: string, extension: string] {
  const clean = name.toWellFormed().replaceAll(/[/\\]/g, '_');
  const extension = /\.[a-z0-9]{1,8}$/i.exec(clean)?.[0].toLowerCase() ?? '';
  const stem = clean
    .slice(0, clean.length - extension.length)
    .replace(/^[.\s]+/, '')
    .trim();
  return [stem === '' ? 'file' : stem, extension];
}
