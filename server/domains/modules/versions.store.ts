import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { contentHash } from '#server/domains/modules/content-facts.ts';
import { claimNames } from '#server/domains/modules/file-names.ts';

/** A file as part of a version's content. */
export interface VersionFile {
  readonly fileId: number;
  readonly sha256: string;
  readonly originalName: string;
  /** Its name where it is in this version already. */
  readonly name: string | null;
  readonly uploadedBy: string | null;
  /** Null for now. */
  readonly uploadedAt: Date | null;
}

/** The content of one version: text, link and files in order (MOD-06, MOD-11). */
export interface VersionContent {
  readonly text: string | null;
  readonly link: string | null;
  readonly files: readonly VersionFile[];
}

/** The origin of content: its note, and the effective version on which it is based (MOD-11). */
export interface Provenance {
  readonly changeNote: string | null;
  /** Null: there was none. */
  readonly basedOnId: number | null;
}

/** A stored version with its content. */
export interface StoredVersion extends VersionContent {
  readonly id: number;
  readonly number: number;
  readonly contentHash: string | null;
  readonly basedOnId: number | null;
}

/** A module locked for a change of it. */
export interface LockedModule {
  readonly id: number;
  readonly title: string;
  readonly revision: number;
  readonly currentVersionId: number | null;
  readonly contentType: string;
  readonly isActive: boolean;
  readonly retiredAt: Date | null;
}

/** Locks a module as {@link lockModule} does; undefined when there is none. */
export async function findModule(tx: CommandTransaction, id: number): Promise<LockedModule | undefined> {
  const { rows } = await sql<LockedModule>`
    select id, title, revision, current_version_id, content_type, is_active, retired_at
    from training_modules where id = ${id} for no key update
  `.execute(tx.db);
  return rows[0];
}

/**
 * Locks a module against other changes until the command ends; throws NOT_FOUND. A command that assigns or completes the
 * module, and so holds people, need not wait: a command that holds a module may wait for people, but not the reverse.
 */
export async function lockModule(tx: CommandTransaction, id: number): Promise<LockedModule> {
  const row = await findModule(tx, id);
  if (!row) throw new AppError('NOT_FOUND', { reason: 'module_not_found' });
  return row;
}

/** SQL: was anybody ever assigned the module, voided assignments included (MOD-11, MOD-13)? */
export function everAssignedSql(moduleId: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select 1 from training_assignments where module_id = ${moduleId})
    or exists (select 1 from training_records where module_id = ${moduleId}))`;
}

/**
 * Returns true if anybody was ever assigned the module, voided assignments included (MOD-11, MOD-13). Lock the module first.
 * False only once no assignment is in progress, and then none can be created until the command ends.
 */
export async function everAssigned(tx: CommandTransaction, moduleId: number): Promise<boolean> {
  const look = async () => {
    const { rows } = await sql<{ assigned: boolean }>`
      select ${everAssignedSql(sql`${moduleId}::int`)} as assigned
    `.execute(tx.db);
    return rows[0]?.assigned === true;
  };
  if (await look()) return true;
  await sql`select 1 from training_modules where id = ${moduleId} for update`.execute(tx.db);
  return look();
}

/** Reads a version with its files. */
export async function readVersion(tx: CommandTransaction, id: number): Promise<StoredVersion> {
  const version = await tx.db
    .selectFrom('moduleVersions')
    .select(['id', 'number', 'content', 'contentUrl', 'contentHash', 'basedOnId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const files = await tx.db
    .selectFrom('moduleVersionFiles')
    .innerJoin('files', 'files.id', 'moduleVersionFiles.fileId')
    .select(['fileId', 'sha256', 'originalName', 'name', 'uploadedBy', 'uploadedAt'])
    .where('versionId', '=', id)
    .orderBy('position')
    .execute();
  return {
    id: version.id,
    number: version.number,
    contentHash: version.contentHash,
    basedOnId: version.basedOnId,
    text: version.content,
    link: version.contentUrl,
    files,
  };
}

/** Reads the draft of a module with its files; null without one. */
export async function readDraft(tx: CommandTransaction, moduleId: number): Promise<StoredVersion | null> {
  const draft = await tx.db
    .selectFrom('moduleVersions')
    .select('id')
    .where('moduleId', '=', moduleId)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return draft ? readVersion(tx, draft.id) : null;
}

/** Returns the hash of content as it would be in a version. */
export function hashOfContent(content: VersionContent): string {
  return contentHash({
    text: content.text,
    link: content.link,
    files: content.files.map((file) => file.sha256),
  });
}

/** Publishes content as the next version of a module and makes it the current one (MOD-11); returns its id. */
export async function publishVersion(
  tx: CommandTransaction,
  moduleId: number,
  content: VersionContent,
  { changeNote, basedOnId }: Provenance,
): Promise<{ readonly id: number; readonly number: number }> {
  // A draft is the next version after the published ones: this one comes before it.
  await sql`
    update module_versions set number = 2 + (
      select coalesce(max(number), 0) from module_versions where module_id = ${moduleId} and status = 'published')
    where module_id = ${moduleId} and status = 'draft'
  `.execute(tx.db);
  const version = await insertVersion(tx, moduleId, content, { changeNote, basedOnId, status: 'published' });
  await makeCurrent(tx, moduleId, version.id);
  return version;
}

/** Makes a version of a module the effective one. */
export async function makeCurrent(
  tx: CommandTransaction,
  moduleId: number,
  versionId: number,
): Promise<void> {
  await tx.db
    .updateTable('trainingModules')
    .set({ currentVersionId: versionId })
    .where('id', '=', moduleId)
    .execute();
  await typePackages(tx, versionId);
}

/** A module whose current files are all course packages is not a PDF, which is the initial type for files of an unknown kind. */
async function typePackages(tx: CommandTransaction, versionId: number): Promise<void> {
  await sql`
    update training_modules m set content_type = 'e-learning'
    where m.current_version_id = ${versionId} and m.content_type = 'pdf' and (
      select bool_and(f.package is not null) from module_version_files mvf join files f on f.id = mvf.file_id
      where mvf.version_id = ${versionId})
  `.execute(tx.db);
}

/** Stores content as the draft of a module and replaces the earlier draft, whose note is kept if none is given (MOD-11); returns its id. */
export async function storeDraft(
  tx: CommandTransaction,
  moduleId: number,
  content: VersionContent,
  {
    changeNote,
    basedOnId,
  }: Omit<Provenance, 'changeNote'> & { readonly changeNote?: string | null | undefined },
): Promise<number> {
  const before = await tx.db
    .deleteFrom('moduleVersions')
    .where('moduleId', '=', moduleId)
    .where('status', '=', 'draft')
    .returning('changeNote')
    .executeTakeFirst();
  const note = changeNote === undefined ? (before?.changeNote ?? null) : changeNote;
  return (await insertVersion(tx, moduleId, content, { changeNote: note, basedOnId, status: 'draft' })).id;
}

async function insertVersion(
  tx: CommandTransaction,
  moduleId: number,
  content: VersionContent,
  { changeNote, basedOnId, status }: Provenance & { readonly status: 'published' | 'draft' },
): Promise<{ readonly id: number; readonly number: number }> {
  const published = status === 'published';
  const { rows } = await sql<{ id: number; number: number }>`
    insert into module_versions (module_id, number, status, content, content_url, change_note, effective_from,
      content_hash, created_by, published_by, published_at, based_on_id)
    select ${moduleId}, coalesce(max(number) filter (where status = 'published'), 0) + 1, ${status}, ${content.text}, ${content.link}, ${changeNote},
      case when ${published} then app_now() end, ${hashOfContent(content)}, ${tx.actorId},
      case when ${published} then ${tx.actorId}::text end, case when ${published} then app_now() end,
      ${basedOnId}
    from module_versions where module_id = ${moduleId}
    returning id, number
  `.execute(tx.db);
  const version = rows[0];
  if (!version) throw new Error('no version was made');
  // Files of another version keep their names there: here they get new names.
  await insertFiles(
    tx,
    version.id,
    content.files.map((file) => ({ ...file, name: null })),
  );
  return version;
}

/** Changes the content of a version that was never assigned (MOD-11). */
export async function replaceContent(
  tx: CommandTransaction,
  version: StoredVersion,
  content: VersionContent,
  changeNote: string | null,
): Promise<void> {
  await tx.db
    .updateTable('moduleVersions')
    .set({
      content: content.text,
      contentUrl: content.link,
      contentHash: hashOfContent(content),
      publishedBy: tx.actorId,
      publishedAt: sql<Date>`app_now()`,
      effectiveFrom: sql<Date>`app_now()`,
      ...(changeNote === null ? {} : { changeNote }),
    })
    .where('id', '=', version.id)
    .execute();
  const kept = new Set(content.files.flatMap((file) => file.name ?? []));
  const gone = version.files.flatMap((file) =>
    file.name !== null && !kept.has(file.name) ? [file.name] : [],
  );
  if (gone.length > 0) await tx.db.deleteFrom('moduleVersionFiles').where('name', 'in', gone).execute();
  await insertFiles(tx, version.id, content.files);
  await typePackages(tx, version.id);
}

/** Inserts files into a version in their order. Files with a name are in it already and only move. */
async function insertFiles(
  tx: CommandTransaction,
  versionId: number,
  files: readonly VersionFile[],
): Promise<void> {
  const fresh = files.filter((file) => file.name === null);
  const names = await claimNames(
    tx,
    fresh.map((file) => file.originalName),
  );
  const moved = files.flatMap(({ name }, position) => (name === null ? [] : [{ name, position }]));
  if (moved.length > 0) {
    await sql`
      update module_version_files f set position = m.position
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(name text, position int)
      where f.version_id = ${versionId} and f.name = m.name and f.position <> m.position
    `.execute(tx.db);
  }
  const added = files.flatMap((file, position) =>
    file.name === null
      ? [
          {
            versionId,
            fileId: file.fileId,
            position,
            name: names[fresh.indexOf(file)] ?? file.originalName,
            originalName: file.originalName,
            uploadedBy: file.uploadedBy,
            uploadedAt: file.uploadedAt ?? sql<Date>`app_now()`,
          },
        ]
      : [],
  );
  if (added.length > 0) await tx.db.insertInto('moduleVersionFiles').values(added).execute();
}
