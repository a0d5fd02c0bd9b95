import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import { plainLine } from '#shared/domain/text/plain-line.ts';
import { largestImport } from '#shared/contract/people-imports-schemas.ts';
import { isSecretHeading } from '#shared/domain/people/import/fields.ts';
import { hmacHex, keyFor } from '#server/platform/crypto/keys.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { passUpload, type PassedFile } from '#server/platform/files/pass-upload.ts';
import { readTable } from '#server/platform/tables/reading/read-table.ts';
import type { NumberedRow } from '#server/platform/tables/reading/table-problem.ts';
import { importViewOf, type ImportSubject, type ImportSubjects } from './imports.store.ts';

/** The subject of a file, and the proposal for its headings. */
interface ImportForm<Subject extends ImportSubject> {
  readonly subject: Subject;
  readonly propose: (headings: readonly string[]) => ImportSubjects[Subject]['mapping'];
  /** The first choice; `kept`: what was chosen for the same headings before. */
  readonly optionsFor: (
    mapping: ImportSubjects[Subject]['mapping'],
    kept: ImportSubjects[Subject]['options'] | null,
  ) => ImportSubjects[Subject]['options'];
}

/**
 * Receives a file of an import (USR-06, USR-09): its rows are stored without the cells of password columns, its bytes are not.
 * Throws FILE_REFUSED with line and column.
 */
export async function receiveImport<Subject extends ImportSubject>(
  ctx: RequestContext,
  form: ImportForm<Subject>,
): Promise<ImportSubjects[Subject]['view']> {
  return passUpload(ctx, { field: 'file', largest: largestImport, texts: ['encoding'] }, async (file) => {
    const hash = await hashOf(file.path);
    // Keyed: of absences a short file could be guessed by its hash in the trail, and why somebody is away with it.
    const sha256 =
      form.subject === 'absences' ? hmacHex(keyFor(ctx.services.config, 'absence-file'), hash) : hash;
    ctx.received({ sha256, name: file.name, encoding: file.texts['encoding'] });
    return ctx.command((tx) => storeRows(tx, form, file, sha256));
  });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}

async function storeRows<Subject extends ImportSubject>(
  tx: CommandTransaction,
  form: ImportForm<Subject>,
  { path, name, size, texts }: PassedFile,
  sha256: string,
): Promise<ImportSubjects[Subject]['view']> {
  const requestedBy = tx.actorId;
  if (requestedBy === null) throw new Error('an upload without a person');
  let id: number | undefined;
  let secret: readonly number[] = [];
  let position = 0;
  const take = async (rows: readonly NumberedRow[]): Promise<void> => {
    let below = rows;
    if (id === undefined) {
      const [first, ...others] = rows;
      const headings = (first?.cells ?? []).map((heading) => plainLine(heading.trim()).slice(0, 200));
      secret = headings.flatMap((heading, column) => (isSecretHeading(heading) ? [column] : []));
      id = await insertImport(tx, form, { requestedBy, name, size, sha256, headings, secret });
      below = others;
    }
    const batch = below.map(({ line, cells }) => ({
      position: (position += 1),
      line,
      cells: cells.map((cell, column) => (secret.includes(column) ? '' : cell)),
    }));
    await sql`
      insert into people_import_rows (import_id, position, line, cells)
      select ${id}, r.position, r.line, array(select jsonb_array_elements_text(r.cells))
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as r(position int, line int, cells jsonb)`.execute(
      tx.db,
    );
  };
  const encoding = texts['encoding'] === 'windows-1252' ? texts['encoding'] : null;
  const table = await readTable(tx.services.sandbox, path, { person: requestedBy, name, encoding, take });
  if (id === undefined) throw new Error('a table without headings was read');
  await tx.db
    .updateTable('peopleImports')
    .set({
      rowCount: table.rows,
      format: table.format,
      encoding: table.encoding,
      lostLine: table.lost?.line ?? null,
      lostColumn: table.lost?.column ?? null,
    })
    .where('id', '=', id)
    .execute();
  return importViewOf(tx.db, form.subject, id);
}

async function insertImport<Subject extends ImportSubject>(
  tx: CommandTransaction,
  { subject, propose, optionsFor }: ImportForm<Subject>,
  made: {
    readonly requestedBy: string;
    readonly name: string;
    readonly size: number;
    readonly sha256: string;
    readonly headings: readonly string[];
    readonly secret: readonly number[];
  },
): Promise<number> {
  const { requestedBy, name, size, sha256, headings, secret } = made;
  const kept = await tx.db
    .selectFrom('peopleImports')
    .select(['mapping', 'options'])
    .where('headings', '=', sql<string[]>`${[...headings]}::text[]`)
    .where('subject', '=', subject)
    .where('checkedAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  type Kept = ImportSubjects[Subject];
  const proposed = propose(headings);
  const options = optionsFor(proposed, (kept?.options as Kept['options'] | undefined) ?? null);
  const { id } = await tx.db
    .insertInto('peopleImports')
    .values({
      subject,
      requestedBy,
      fileName: name,
      fileSize: size,
      fileSha256: sha256,
      format: 'csv',
      headings: [...headings],
      secretColumns: [...secret],
      rowCount: 0,
      // The earlier choice for the same headings, if there is one.
      mapping: JSON.stringify(kept?.mapping ?? proposed),
      options: JSON.stringify(options),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
