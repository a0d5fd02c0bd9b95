import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { contentHash } from '#server/domains/modules/index.ts';
import { openVerified, toFileToOpen, type FileRow } from '#server/platform/files/file-records.ts';
import { sameFacts } from '#server/platform/files/file-store.ts';
import { namedStatement, unseenList } from '#server/platform/postgres/named-statement.ts';
import type { Services } from '#server/platform/services.ts';

/** The current content of a module version, to compare it with the signed content (SIG-04). */
export interface ContentNow {
  /** The content hash rebuilt from text, link and files; never the stored one. */
  readonly hash: string;
  /** Every stored file still has the bytes of its checksum (SEC-04). */
  readonly intact: boolean;
}

/** Reads the contents of versions. */
export type ReadContents = (versionIds: readonly number[]) => Promise<ReadonlyMap<number, ContentNow>>;

/** A version with everything that its content hash covers, and the last check of its files. */
export interface VersionRow {
  readonly id: number;
  readonly text: string | null;
  readonly link: string | null;
  readonly files: readonly FileRow[];
}

/** SQL of a file `f` with its last check `c`, in the form of {@link VersionRow}. */
export const fileJson = `json_build_object('id', f.id, 'sha256', f.sha256, 'size', f.size, 'checkedSize', c.size,
      'fingerprint', c.fingerprint, 'isIntact', c.is_intact)`;

/** $1: ids of versions. */
const readVersionRows = namedStatement<VersionRow>(
  'assignments.contents',
  `select v.id, v.content as text, v.content_url as link, coalesce((
    select json_agg(${fileJson} order by vf.position)
    from module_version_files vf join files f on f.id = vf.file_id left join file_checks c on c.file_id = f.id
    where vf.version_id = v.id), '[]') as files
  from module_versions v where v.id = any(${unseenList('$1', 'int')})`,
);

/**
 * Recomputes the content of versions. A file is hashed again only if the inode, size or times of the stored object have changed
 * since it was checked. This makes it cheap enough for every list (SEC-04).
 */
export async function contentNow(
  services: Services,
  db: Kysely<DB>,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, ContentNow>> {
  const versions = await readVersions(db, versionIds);
  return contentsOf(versions, await damagedFiles(services, versions));
}

/** Returns the ids of files whose stored bytes do not match their checksums. */
export async function damagedFiles(
  services: Services,
  versions: readonly Pick<VersionRow, 'files'>[],
): Promise<ReadonlySet<number>> {
  const files = new Map(versions.flatMap((row) => row.files.map((file) => [file.id, file] as const)));
  const damaged = new Set<number>();
  await Promise.all(
    [...files.values()].map(async (file) => {
      if (!(await isIntact(services, file))) damaged.add(file.id);
    }),
  );
  return damaged;
}

/**
 * {@link contentNow} for one answer that is made in many batches, such as an export: each version is looked at when it is
 * first met, and no more after that.
 */
export function rememberedContents(services: Services, db: Kysely<DB>): ReadContents {
  const met = new Map<number, Promise<ReadonlyMap<number, ContentNow>>>();
  return async (versionIds) => {
    const ids = [...new Set(versionIds)];
    const unknown = ids.filter((id) => !met.has(id));
    if (unknown.length > 0) {
      const found = contentNow(services, db, unknown);
      // Thrown below, at the first of them.
      found.catch(() => undefined);
      for (const id of unknown) met.set(id, found);
    }
    const known = new Map<number, ContentNow>();
    for (const id of ids) {
      const content = (await met.get(id))?.get(id);
      if (content) known.set(id, content);
    }
    return known;
  };
}

/** {@link contentNow} by the database alone: for `verify`, which writes nothing and reads every stored file itself. */
export async function contentInDatabase(
  db: Kysely<DB>,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, ContentNow>> {
  return contentsOf(await readVersions(db, versionIds), new Set());
}

async function readVersions(db: Kysely<DB>, versionIds: readonly number[]): Promise<readonly VersionRow[]> {
  const ids = [...new Set(versionIds)];
  if (ids.length === 0) return [];
  const { rows } = await db.executeQuery(readVersionRows(ids));
  return rows;
}

/** {@link contentNow} of versions that were read before, with the results for their files. */
export function contentsOf(
  rows: readonly VersionRow[],
  damaged: ReadonlySet<number>,
): ReadonlyMap<number, ContentNow> {
  return new Map(
    rows.map((row) => [
      row.id,
      {
        hash: contentHash({ text: row.text, link: row.link, files: row.files.map((file) => file.sha256) }),
        intact: !row.files.some((file) => damaged.has(file.id)),
      },
    ]),
  );
}

async function isIntact(services: Services, row: FileRow): Promise<boolean> {
  const file = toFileToOpen(row);
  // Nothing is served here, so the facts of the earlier check prove as much as opening the file. If the facts differ, the file is read.
  if (file.checked?.isIntact) {
    const facts = await services.files.facts(file.sha256);
    if (facts !== null && sameFacts(file.checked, facts)) return true;
  }
  try {
    const opened = await openVerified(services, file);
    await opened.close();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INTEGRITY_FAILED') return false;
    throw error;
  }
}
