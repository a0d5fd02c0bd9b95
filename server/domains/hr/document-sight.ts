import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { documentSeen } from '#shared/domain/hr/seen.ts';
import { creditPages } from '#shared/domain/viewing/pages.ts';
import type { DB } from '#server/db/db.d.ts';
import { isPreparingSql } from '#server/platform/files/office/preparing.ts';
import { fetchedAtSql } from '#server/platform/files/file-fetches.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { mayOpen, openJoins } from './documents.queries.ts';
import { fieldError } from './receive-document.ts';

interface SightRow {
  readonly versionId: number;
  readonly pages: number | null;
  readonly seenPages: readonly number[];
  readonly downloaded: boolean;
  readonly preparing: boolean;
  readonly creditedUntil: Date | null;
  readonly fetchedAt: Date | null;
}

const sightView = ({ versionId, pages, seenPages, downloaded, preparing }: SightRow) => ({
  versionId,
  pages,
  seenPages: [...seenPages],
  downloaded,
  preparing,
  contentSeen: documentSeen({ pages, seenPages, downloaded, preparing }),
});

async function readSight(
  db: Kysely<DB>,
  versionId: number,
  userId: string,
  reach?: Reach,
): Promise<SightRow> {
  const { rows } = await sql<SightRow>`
    select v.id as version_id, coalesce(pdf.pages, f.pages) as pages, exists (select 1 from hr_document_downloads w where w.version_id = v.id and w.user_id = ${userId}) as downloaded,
      ${isPreparingSql} as preparing,
      coalesce((select array_agg(s.page order by s.page) from hr_page_views s
        where s.version_id = v.id and s.user_id = ${userId}), '{}') as seen_pages,
      (select max(s.credited_until) from hr_view_sessions s where s.version_id = v.id and s.user_id = ${userId}) as credited_until,
      ${fetchedAtSql(sql`${userId}`, sql`coalesce(pdf.id, f.id)`)} as fetched_at
    from hr_document_versions v ${openJoins}
    join files f on f.id = v.file_id
    left join file_conversions made on made.file_id = f.id left join files pdf on pdf.id = made.pdf_id
    where v.id = ${versionId} and ${reach ? mayOpen(reach) : sql`true`}
  `.execute(db);
  if (!rows[0]) throw new AppError('NOT_FOUND');
  return rows[0];
}

/** Returns the parts of a version that a person has seen, within the reach (HR-03, HR-04); foreign and missing both throw NOT_FOUND. */
export async function documentSight(db: Kysely<DB>, reach: Reach, userId: string, versionId: number) {
  return sightView(await readSight(db, versionId, userId, reach));
}

/**
 * Refuses a signature of a document that its signer has not seen (HR-03, HR-04): 409 CONTENT_NOT_SEEN, as for trainings; the
 * refusal says so if the document is still being prepared.
 */
export async function requireSeen(db: Kysely<DB>, versionId: number, userId: string): Promise<void> {
  const sight = await readSight(db, versionId, userId);
  if (sight.preparing) {
    throw new AppError('CONTENT_NOT_SEEN', {
      reason: 'document_preparing',
    });
  }
  if (!documentSeen(sight)) throw new AppError('CONTENT_NOT_SEEN');
}

/** Issues a viewer session for a version within the reach: pages count only inside one, from its start by the database's clock (VIEW-03). */
export async function openDocumentView(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
  versionId: number,
) {
  const sight = await readSight(tx.db, versionId, userId, reach);
  const { id, startedAt } = await tx.db
    .insertInto('hrViewSessions')
    .values({ versionId, userId })
    .returning(['id', 'startedAt'])
    .executeTakeFirstOrThrow();
  return { ...sightView(sight), viewSessionId: id, startedAt };
}

/** Credits reported pages no faster than the clock of the session, over all sessions of the person (VIEW-03); VALIDATION_FAILED for a foreign session. */
export async function creditDocumentPages(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
  versionId: number,
  report: { readonly viewSessionId: string; readonly pages: readonly number[] },
) {
  // Sessions of the person take turns, so that two of them do not use the same second.
  const { rows } = await sql<{ id: string; startedAt: Date; now: Date }>`
    select id, started_at, app_now() as now from hr_view_sessions
    where version_id = ${versionId} and user_id = ${userId} order by id for update
  `.execute(tx.db);
  const sight = await readSight(tx.db, versionId, userId, reach);
  const session = rows.find(({ id }) => id === report.viewSessionId);
  if (!session) throw fieldError('viewSessionId', 'viewer_session_over');
  const { accepted, creditedUntil } = creditPages({
    sessionStart: session.startedAt.getTime(),
    fetchedAt: sight.fetchedAt?.getTime() ?? null,
    creditedUntil: sight.creditedUntil?.getTime() ?? null,
    now: session.now.getTime(),
    pageCount: sight.pages ?? 0,
    seen: sight.seenPages,
    reported: report.pages,
  });
  if (accepted.length > 0) {
    await tx.db
      .insertInto('hrPageViews')
      .values(accepted.map((page) => ({ versionId, userId, page, sessionId: session.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tx.db
    .updateTable('hrViewSessions')
    .set({
      lastSeenAt: sql<Date>`app_now()`,
      ...(creditedUntil === null ? {} : { creditedUntil: new Date(creditedUntil) }),
    })
    .where('id', '=', session.id)
    .execute();
  return sightView({ ...sight, seenPages: [...sight.seenPages, ...accepted].toSorted((a, b) => a - b) });
}
