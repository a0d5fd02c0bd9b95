import { extname } from 'node:path';
import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import { formulaSafe } from '#shared/domain/reports/csv.ts';
import { fullName } from '#shared/domain/people/names.ts';
import {
  fileColumns,
  toFileToOpen,
  type FileRow,
  type FileToOpen,
} from '#server/platform/files/file-records.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { writeArchive, type ArchiveContent } from '#server/platform/zip/write-archive.ts';
import { cvConditions, cvFrom, cvStateSql, signedZoneSql, type CvFilter } from './cvs.queries.ts';

/** The maximum number of CVs in one download. */
const MOST_IN_ZIP = 5000;

/** How long a file's name may be on common systems, in bytes. */
const NAME_BYTES = 255;

interface ZipRow extends FileRow {
  readonly userId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly organizationId: number | null;
  readonly versionId: number;
  readonly number: number;
  readonly originalName: string;
  readonly signedAt: Date | null;
  readonly signedTimeZone: string | null;
  readonly validUntil: string | null;
  readonly state: string;
}

interface Entry {
  readonly row: ZipRow;
  readonly file: FileToOpen;
  /** Path in the archive; null: the stored file is damaged and stays out. */
  readonly path: string | null;
}

/** Returns the signed version of every chosen CV, otherwise its newest one, in the order of names. */
async function readRows(
  db: RequestContext['db'],
  reach: Reach,
  filter: CvFilter,
): Promise<readonly ZipRow[]> {
  const { rows } = await sql<ZipRow>`
    select ${fileColumns}, u.id as user_id, u.first_name, u.last_name, u.email, u.organization_id, v.id as version_id, v.number,
      v.original_name, v.signed_at, ${signedZoneSql(sql`v.id`)} as signed_time_zone, v.valid_until, ${cvStateSql} as state
    from ${cvFrom}
    join hr_document_versions v on v.id = coalesce(d.signed_version_id, d.current_version_id)
    join files f on f.id = v.file_id left join file_checks c on c.file_id = f.id
    where ${cvConditions(reach, filter)}
    order by lower(u.last_name), lower(u.first_name), u.id limit ${MOST_IN_ZIP + 1}
  `.execute(db);
  return rows;
}

/** Returns the start of a text with at most this number of bytes. It cuts no character in two. */
function firstBytes(text: string, most: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Returns a name that every system can unpack; two people of one name get a number. */
function entriesOf(rows: readonly ZipRow[]): readonly Entry[] {
  const taken = new Set<string>(['manifest.csv']);
  return rows.map((row) => {
    const file = toFileToOpen(row);
    if (row.isIntact === false) return { row, file, path: null };
    const base = (fullName({ firstName: row.lastName, lastName: row.firstName }) || row.userId)
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{N} _.-]/gu, '_')
      .replace(/^[. ]+/, '');
    const end = ` v${String(row.number)}${firstBytes(extname(row.originalName).toLowerCase(), 20)}`;
    const pathWith = (which: string) =>
      `${firstBytes(base, NAME_BYTES - Buffer.byteLength(which + end))}${which}${end}`;
    let path = pathWith('');
    for (let more = 2; taken.has(path.toLowerCase()); more += 1) path = pathWith(` (${String(more)})`);
    taken.add(path.toLowerCase());
    return { row, file, path };
  });
}

const cell = (value: string): string => `"${formulaSafe(value).replaceAll('"', '""')}"`;

/** Returns one line a CV with its SHA-256, so that what was unpacked can be compared (HR-02). */
function manifestOf(entries: readonly Entry[]): string {
  const head = [
    'sha256',
    'file',
    'person',
    'email',
    'user',
    'version',
    'state',
    'signed at',
    'zone of the signature',
    'valid until',
  ];
  const lines = entries.map(({ row, path }) =>
    [
      row.sha256,
      path ?? 'DAMAGED: not in this archive',
      fullName(row),
      row.email,
      row.userId,
      String(row.number),
      row.state,
      row.signedAt ? zonedInstant(row.signedAt, row.signedTimeZone ?? 'UTC') : '',
      row.signedTimeZone ?? '',
      row.validUntil ?? '',
    ]
      .map(cell)
      .join(','),
  );
  return `\uFEFF${[head.map(cell).join(','), ...lines].join('\r\n')}\r\n`;
}

/** Returns the content of the archive: the manifest, and every file that is not damaged. */
const contentOf = (entries: readonly Entry[]): ArchiveContent => ({
  texts: [{ path: 'manifest.csv', text: manifestOf(entries) }],
  files: entries.flatMap(({ row, file, path }) =>
    path === null ? [] : [{ path, file, modified: row.signedAt ?? new Date(0) }],
  ),
});

/**
 * Returns the chosen or filtered CVs as a ZIP with their manifest (HR-02). Every CV's reading is in the trail before the first
 * byte leaves (HR-05). CONFLICT if there are too many for one download.
 */
export async function cvZip(
  ctx: Pick<RequestContext, 'db' | 'reach' | 'services' | 'recordAccesses'> & {
    readonly actor: Pick<Actor, 'readerZone'>;
  },
  filter: CvFilter,
): Promise<RawAnswer> {
  const rows = await readRows(ctx.db, ctx.reach, filter);
  if (rows.length > MOST_IN_ZIP) {
    throw new AppError('CONFLICT', {
      reason: 'cvs_too_many',
      params: { maximum: 5000 },
    });
  }
  if (rows.length === 0) throw new AppError('NOT_FOUND', { reason: 'cvs_none' });
  const entries = entriesOf(rows);
  await ctx.recordAccesses(
    'hr_document_versions',
    rows.map((row) => ({
      id: String(row.versionId),
      facts: { subjectId: row.userId, organizationId: row.organizationId, sha256: row.sha256 },
    })),
  );
  const day = zonedInstant(ctx.services.clock.now(), ctx.actor.readerZone).slice(0, 10);
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="cvs-${day}.zip"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  return new RawAnswer(200, headers, (sink) => writeArchive(ctx.services, contentOf(entries), sink), {
    mustBeRead: true,
  });
}
