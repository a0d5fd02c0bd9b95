import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { progressBody } from '#shared/contract/viewing.ts';
import { creditPages } from '#shared/domain/viewing/pages.ts';
import { fetchedInSession } from '#shared/domain/viewing/fetching.ts';
import {
  isOnlyDownloaded,
  LINK_PART,
  readableText,
  shareIn,
  TEXT_PART,
  uncountedParts,
} from '#shared/domain/viewing/parts.ts';
import { creditRanges } from '#shared/domain/viewing/ranges.ts';
import { creditShare, wordsOf, wordsOfFile } from '#shared/domain/viewing/reading-time.ts';
import { stepSeconds } from '#shared/domain/viewing/time-spent.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { wrongField } from '#server/domains/modules/modules.store.ts';
import { formatRanges } from '#server/domains/modules/viewing/multirange.ts';
import {
  loadViewState,
  progressOf,
  progressView,
  type ProgressView,
  type ViewedFile,
  type ViewState,
} from '#server/domains/modules/viewing/view-state.ts';

/** The report of a viewer (DESIGN 'The wire'). */
export type ProgressReport = z.output<typeof progressBody>;

interface Session {
  readonly id: string;
  readonly startedAt: Date;
  readonly now: Date;
}

/** The changes of one report to its session. */
interface Credit {
  readonly pages: number;
  readonly shares: Readonly<Record<string, number>>;
  readonly creditedUntil: number | null;
}

/**
 * Credits the report of a viewer (VIEW-03, VIEW-05). Pages, seconds and text count no faster than the clock of the viewer
 * session, and only for files that it fetched. `progress` and `shares` count only where the server cannot measure. Nothing more
 * counts once the assignment is completed. Throws NOT_FOUND, and ILLEGAL_STEP before it was started.
 */
export async function creditProgress(
  tx: CommandTransaction,
  {
    assignmentId,
    userId,
    report,
  }: { readonly assignmentId: number; readonly userId: string; readonly report: ProgressReport },
): Promise<ProgressView> {
  const state = await loadViewState(tx.db, assignmentId, { userId, lock: true });
  if (state.status === 'completed') return progressView(state);
  if (state.status === 'not_started') throw new AppError('ILLEGAL_STEP', { reason: 'start_training_first' });
  const session = await findSession(tx, state, report);
  if (session) {
    const pages = await creditReportedPages(tx, state, session, report);
    const watchedUntil = await creditReportedRanges(tx, state, session, report, pages.creditedUntil);
    const read = creditReportedShares(state, session, report, watchedUntil);
    await keepSession(tx, state, session, report, { ...read, pages: pages.pages });
  }
  const after = await loadViewState(tx.db, assignmentId);
  const { percent } = progressOf(after);
  if (percent > after.progress) {
    await tx.db
      .updateTable('trainingAssignments')
      .set({ progress: percent })
      .where('id', '=', assignmentId)
      .execute();
  }
  return progressView(after);
}

/** Returns the session of the report; for a declaration without one, the open session, or a new one. */
async function findSession(
  tx: CommandTransaction,
  state: ViewState,
  report: ProgressReport,
): Promise<Session | null> {
  if (report.viewSessionId === undefined) {
    if (report.progress === undefined && report.shares === undefined) return null;
    const { rows } = await sql<Session>`
      with open as (
        select id, started_at from viewer_sessions
        where assignment_id = ${state.assignmentId} and module_version_id = ${state.versionId} and ended_at is null
          and last_seen_at > app_now() - interval '12 hours'
        order by started_at desc limit 1
      ), made as (
        insert into viewer_sessions (assignment_id, module_version_id)
        select ${state.assignmentId}, ${state.versionId} where not exists (select 1 from open)
        returning id, started_at
      )
      select id, started_at, app_now() as now from open union all select id, started_at, app_now() from made`.execute(
      tx.db,
    );
    return rows[0] ?? null;
  }
  const { rows } = await sql<Session>`
    select id, started_at, app_now() as now from viewer_sessions
    where id = ${report.viewSessionId} and assignment_id = ${state.assignmentId}
      and module_version_id = ${state.versionId} and ended_at is null`.execute(tx.db);
  const session = rows[0];
  if (!session) throw wrongField('viewSessionId', 'viewer_session_over');
  return session;
}

async function creditReportedPages(
  tx: CommandTransaction,
  state: ViewState,
  session: Session,
  report: ProgressReport,
): Promise<Omit<Credit, 'shares'>> {
  const creditedUntil = state.creditedUntil?.getTime() ?? null;
  // Without a session of the server's, pages are only a claim.
  if (!report.pages?.length || report.viewSessionId === undefined) return { pages: 0, creditedUntil };
  const file = chosenFile(state, report, (candidate) => candidate.pages !== null);
  if (!file || file.pages === null) return { pages: 0, creditedUntil };
  const credit = creditPages({
    sessionStart: session.startedAt.getTime(),
    fetchedAt: file.fetchedAt?.getTime() ?? null,
    creditedUntil,
    now: session.now.getTime(),
    pageCount: file.pages,
    seen: file.seenPages,
    reported: report.pages,
  });
  if (credit.accepted.length > 0) {
    await tx.db
      .insertInto('pageViews')
      .values(
        credit.accepted.map((page) => ({
          assignmentId: state.assignmentId,
          fileId: file.fileId,
          page,
          viewerSessionId: session.id,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { pages: credit.accepted.length, creditedUntil: credit.creditedUntil };
}

async function creditReportedRanges(
  tx: CommandTransaction,
  state: ViewState,
  session: Session,
  report: ProgressReport,
  creditedUntil: number | null,
): Promise<number | null> {
  if (!report.ranges?.length || report.viewSessionId === undefined) return creditedUntil;
  const file = chosenFile(state, report, (candidate) => candidate.durationSeconds !== null);
  if (!file || file.durationSeconds === null) return creditedUntil;
  const credit = creditRanges({
    sessionStart: session.startedAt.getTime(),
    fetchedAt: file.fetchedAt?.getTime() ?? null,
    creditedUntil,
    now: session.now.getTime(),
    duration: file.durationSeconds,
    watched: file.watched,
    reported: report.ranges,
  });
  await sql`
    insert into video_ranges (assignment_id, file_id, watched, updated_at)
    values (${state.assignmentId}, ${file.fileId}, ${formatRanges(credit.watched)}::nummultirange, app_now())
    on conflict (assignment_id, file_id) do update set watched = excluded.watched, updated_at = excluded.updated_at
  `.execute(tx.db);
  return credit.creditedUntil;
}

/** Returns the file that the report names, otherwise the first of its kind. Refuses a name that is not of this version. */
function chosenFile(
  state: ViewState,
  report: ProgressReport,
  fits: (file: ViewedFile) => boolean,
): ViewedFile | undefined {
  return report.file === undefined ? state.files.find(fits) : namedFile(state, report.file);
}

function namedFile(state: ViewState, name: string): ViewedFile {
  const file = state.files.find((candidate) => candidate.name === name);
  if (!file) throw wrongField('file', 'version_has_no_file');
  return file;
}

/**
 * Credits a report for the parts that the server cannot count: the text by the time that reading it takes, a picture or a text file only if
 * the session fetched it. A declaration for the whole content counts for each part. Refuses parts that this version does not have.
 */
function creditReportedShares(
  state: ViewState,
  session: Session,
  report: ProgressReport,
  creditedUntil: number | null,
): Omit<Credit, 'pages'> {
  const reported = report.shares ?? [];
  const known = new Set([TEXT_PART, LINK_PART, ...state.files.map(({ name }) => name)]);
  if (reported.some(({ part }) => !known.has(part))) throw wrongField('shares', 'version_has_no_part');
  const shares = { ...state.shares };
  let until = creditedUntil;
  for (const part of uncountedParts(state)) {
    const wanted = Math.max(shareIn(reported, part), (report.progress ?? 0) / 100);
    const current = Math.max(shares[part] ?? 0, state.declared / 100);
    if (wanted <= current || !mayCount(state, session, part)) continue;
    const credit = creditShare({
      sessionStart: session.startedAt.getTime(),
      creditedUntil: until,
      now: session.now.getTime(),
      words: wordsIn(state, part),
      current,
      reported: wanted,
    });
    shares[part] = credit.share;
    until = credit.creditedUntil;
  }
  return { shares, creditedUntil: until };
}

/** Returns whether any of a part can have been seen in a session; a download-only file has another proof (VIEW-04). */
function mayCount(state: ViewState, session: Session, part: string): boolean {
  const file = state.files.find(({ name }) => name === part);
  if (!file || isOnlyDownloaded(file)) return true;
  return fetchedInSession({
    sessionStart: session.startedAt.getTime(),
    fetchedAt: file.fetchedAt?.getTime() ?? null,
  });
}

/** Returns the number of words to read in a part; none for a picture, a link or a download. */
function wordsIn(state: ViewState, part: string): number {
  if (part === TEXT_PART) return wordsOf(readableText(state.content) ?? '');
  const file = state.files.find(({ name }) => name === part);
  return file?.contentType.startsWith('text/plain') ? wordsOfFile(file.size, file.contentType) : 0;
}

async function keepSession(
  tx: CommandTransaction,
  state: ViewState,
  session: Session,
  report: ProgressReport,
  credit: Credit,
): Promise<void> {
  // The time counts from the last heartbeat of any tab, so that two tabs do not credit the same time twice.
  const lastBeat = Math.max(session.startedAt.getTime(), state.lastSeenAt?.getTime() ?? 0);
  const step = stepSeconds(lastBeat, session.now.getTime());
  const seconds = Math.floor(Math.min(step, report.seconds ?? step));
  const positioned =
    report.position === undefined
      ? undefined
      : report.file === undefined
        ? state.files[0]
        : namedFile(state, report.file);
  await tx.db
    .updateTable('viewerSessions')
    .set((eb) => ({
      lastSeenAt: sql<Date>`app_now()`,
      seconds: eb('seconds', '+', seconds),
      countedPages: eb('countedPages', '+', credit.pages),
      declaredShares: JSON.stringify(credit.shares),
      ...(credit.creditedUntil === null ? {} : { creditedUntil: new Date(credit.creditedUntil) }),
      ...(positioned ? { lastFileId: positioned.fileId, lastPosition: report.position ?? null } : {}),
    }))
    .where('id', '=', session.id)
    .execute();
}
