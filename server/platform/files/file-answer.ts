import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { RequestContext } from '#server/platform/http/context.ts';
import { RawAnswer } from '#server/platform/http/context.ts';
import { contentDisposition } from '#server/platform/files/content-disposition.ts';
import { openVerified, type FileToOpen } from '#server/platform/files/file-records.ts';
import { handOver } from '#server/platform/files/hand-over.ts';
import { matchesAny, parseRange } from '#server/platform/files/http-range.ts';

/** The proof by downloads of a file (VIEW-04): only a whole file counts, sent in one answer. */
export interface DownloadProof {
  /** Returns whether the reader has downloaded the file everywhere that a download is required. */
  readonly isRecorded: () => Promise<boolean>;
  /** Runs when all but the last byte has left: a reader who has the whole file finds it recorded. */
  readonly record: () => Promise<void>;
}

/** A file that the reader may see, and the way in which it is sent. */
export interface ServedFile extends FileToOpen {
  readonly mime: string;
  /** The name under which a browser saves it. */
  readonly downloadName: string;
  /** Only types that the page previews are shown in the browser (MOD-08). */
  readonly disposition: 'inline' | 'attachment';
  /** Reads of the file are not in the trail. It is not a record and is shown next to many names, such as a person's picture. */
  readonly unrecorded?: true;
  /** Present if no copy may stay in the reader's browser: documents about a person, exports. */
  readonly isPrivate?: true;
  /** Runs before bytes of the file are sent, or its reader's copy is declared good (VIEW-03). */
  readonly fetched?: () => Promise<void>;
  /** Present if a download counts as having seen the file. */
  readonly proof?: DownloadProof;
  /** The facts of the read in the trail in addition to name and checksum: the person and the organization that it concerns. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * The policy of a PDF that a browser shows. The browser's viewer is a page with scripts, styles and an embedded part, which a
 * sandbox or a narrow policy of the file would break (Safari stays empty, Chrome says 'blocked'). A file that is a PDF by its
 * bytes, and is sent as one with `nosniff`, runs nothing in our origin.
 */
export const pdfPolicy = "frame-ancestors 'self'";

/** Does not allow the file to be executed, to load anything or to be framed elsewhere, whatever type a browser assumes. */
const closedPolicy = `sandbox; default-src 'none'; ${pdfPolicy}`;

/** The number of hours for which the parts of a file belong to one read. */
const readLasts = 12;

/** Returns whether the trail has a read of the file by this session; the newest reads of the file are checked first. */
async function hasRead(ctx: RequestContext, fileId: number): Promise<boolean> {
  const actor = ctx.maybeActor;
  if (!actor) return false;
  const { rows } = await sql`
    select 1 from audit.events e
    where e.object_type = 'files' and e.object_id = ${String(fileId)} and e.kind = 'access' and e.actor_id = ${actor.id}
      and e.at > app_now() - make_interval(hours => ${readLasts})
      and e.header::jsonb #>> '{facts,sessionId}' = ${actor.session.sid}
    order by e.id desc limit 1
  `.execute(ctx.db);
  return rows.length > 0;
}

/** Records a read of the file in the trail (AUD-01); a part of one only if the session has not read the file yet. */
async function recordRead(
  ctx: RequestContext,
  file: ServedFile,
  { isPart }: { readonly isPart: boolean },
): Promise<void> {
  if (file.unrecorded || (isPart && (await hasRead(ctx, file.id)))) return;
  await ctx.recordAccess('files', String(file.id), {
    ...file.facts,
    name: file.downloadName,
    sha256: file.sha256,
  });
}

/**
 * Answers GET and HEAD for a stored file with Range, ETag and the headers of MOD-08. Nothing is executed in our origin. The read
 * is recorded before the first bytes are sent, whatever their position (AUD-01). A later part of the same file is not a new read
 * of the session, nor is the copy in the reader's browser. If a download counts, the file is sent whole, whatever the headers
 * request, until a whole download is recorded, because anyone can name a part or the tag of a file. The server records the
 * download, because only the server can confirm that all bytes were sent.
 */
export async function answerFile(ctx: RequestContext, file: ServedFile): Promise<RawAnswer> {
  const { headers: asked, method } = ctx.request;
  const etag = `"${file.sha256}"`;
  if (method === 'GET') await file.fetched?.();
  const missingProof = file.proof && !(await file.proof.isRecorded()) ? file.proof : null;
  const headers: Record<string, string> = {
    etag,
    'accept-ranges': missingProof ? 'none' : 'bytes',
    // The content stays in the reader's own browser, but the browser must ask the server each time, because access may have
    // ended.
    'cache-control': file.isPrivate ? 'private, no-store' : 'private, no-cache',
    'content-type': file.mime,
    'content-disposition': contentDisposition(file.disposition, file.downloadName),
    'content-security-policy': file.mime === 'application/pdf' ? pdfPolicy : closedPolicy,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  if (!missingProof && matchesAny(asked['if-none-match'], etag)) {
    if (method === 'GET') await recordRead(ctx, file, { isPart: true });
    return new RawAnswer(304, headers, null);
  }
  const ifRange = asked['if-range'];
  const wantsPart = !missingProof && method === 'GET' && (ifRange === undefined || ifRange === etag);
  const range = wantsPart ? parseRange(asked.range, file.size) : 'all';
  if (range === 'unsatisfiable') {
    return new RawAnswer(
      416,
      { ...headers, 'content-range': `bytes */${file.size}`, 'content-length': '0' },
      null,
    );
  }
  const part = range === 'all' ? { start: 0, end: file.size - 1 } : range;
  const opened = await openVerified(ctx.services, file);
  try {
    if (method === 'GET') await recordRead(ctx, file, { isPart: part.start > 0 });
  } catch (error) {
    await opened.close();
    throw error;
  }
  // The server itself sends parts that a proxy would interpret differently: several, or one of another version.
  const isPlain = method === 'GET' && (asked.range === undefined || range !== 'all');
  const handedOver = isPlain && !missingProof ? handOver(ctx, file.sha256) : null;
  if (handedOver) {
    await opened.close();
    // The headers are those of the whole file, because the proxy cuts out the requested range and announces this itself.
    const { 'accept-ranges': _, ...kept } = headers;
    return new RawAnswer(200, { ...kept, ...handedOver }, null);
  }
  headers['content-length'] = String(part.end - part.start + 1);
  if (range !== 'all') headers['content-range'] = `bytes ${part.start}-${part.end}/${file.size}`;
  const status = range === 'all' ? 200 : 206;
  if (method === 'HEAD') {
    await opened.close();
    // A stream, whose length the framework does not measure.
    return new RawAnswer(status, headers, Readable.from([]));
  }
  return new RawAnswer(status, headers, (sink) => opened.send(sink, part, missingProof?.record));
}
