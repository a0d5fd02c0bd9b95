import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { progressBody } from '#shared/contract/viewing.ts';
import { creditPages } from '#shared/domain/viewing/pages.ts';
import { LINK_PART, TEXT_PART, uncountedParts, type PartShare } from '#shared/domain/viewing/parts.ts';
import { raiseDeclared, raiseShare } from '#shared/domain/viewing/progress.ts';
import { creditRanges } from '#shared/domain/viewing/ranges.ts';
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

/** What a viewer reports (DESIGN 'The wire'). */
export type ProgressReport = z.output<typeof progressBody>;

interface Session {
  readonly id: string;
  readonly startedAt: Date;
  readonly now: Date;
}

/** What one report changes of its session. */
interface Credit {
  readonly pages: number;
  readonly creditedUntil: number | null;
}

/**
 * Credits what a viewer reports (VIEW-03, VIEW-05): pages and seconds no faster than the clock of the viewer session,
 * `progress` and `shares` only where the server cannot count. Nothing more counts once the assignment is completed. Throws NOT_FOUND,
 * ILLEGAL_STEP before it was started.
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
  if (state.status === 'not_started')
    throw new AppError('ILLEGAL_STEP', { detail: 'Start this training first.' });
  const session = await findSession(tx, state, report);
  if (session) {
    const pages = await creditReportedPages(tx, state, session, report);
    const creditedUntil = await creditReportedRanges(tx, state, session, report, pages.creditedUntil);
    await keepSession(tx, state, session, report, { pages: pages.pages, creditedUntil });
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

/** The session of the report; where something is only declared without one, a session that begins now. */
async function findSession(
  tx: CommandTransaction,
  state: ViewState,
  report: ProgressReport,
): Promise<Session | null> {
  if (report.viewSessionId === undefined) {
    if (report.progress === undefined && report.shares === undefined) return null;
    const { rows } = await sql<Session>`
      insert into viewer_sessions (assignment_id, module_version_id) values (${state.assignmentId}, ${state.versionId})
      returning id, started_at, app_now() as now`.execute(tx.db);
    return rows[0] ?? null;
  }
  const { rows } = await sql<Session>`
    select id, started_at, app_now() as now from viewer_sessions
    where id = ${report.viewSessionId} and assignment_id = ${state.assignmentId}
      and module_version_id = ${state.versionId} and ended_at is null`.execute(tx.db);
  const session = rows[0];
  if (!session)
    throw wrongField('viewSessionId', 'This viewer session is not valid any more. Open the content again.');
  return session;
}

async function creditReportedPages(
  tx: CommandTransaction,
  state: ViewState,
  session: Session,
  report: ProgressReport,
): Promise<Credit> {
  const creditedUntil = state.creditedUntil?.getTime() ?? null;
  // Without a session of the server's, pages are only a claim.
  if (!report.pages?.length || report.viewSessionId === undefined) return { pages: 0, creditedUntil };
  const file = chosenFile(state, report, (candidate) => candidate.pages !== null);
  if (!file || file.pages === null) return { pages: 0, creditedUntil };
  const credit = creditPages({
    sessionStart: session.startedAt.getTime(),
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

/** The file that the report names, else the first of its kind. Refuses a name that is not of this version. */
function chosenFile(
  state: ViewState,
  report: ProgressReport,
  fits: (file: ViewedFile) => boolean,
): ViewedFile | undefined {
  return report.file === undefined ? state.files.find(fits) : namedFile(state, report.file);
}

function namedFile(state: ViewState, name: string): ViewedFile {
  const file = state.files.find((candidate) => candidate.name === name);
  if (!file) throw wrongField('file', 'This version has no file of that name');
  return file;
}

/**
 * What was declared of single parts, after a report: of those that the server counts, nothing. Refuses parts that this
 * version does not have.
 */
function raisedShares(state: ViewState, reported: readonly PartShare[]): Readonly<Record<string, number>> {
  const known = new Set([TEXT_PART, LINK_PART, ...state.files.map(({ name }) => name)]);
  if (reported.some(({ part }) => !known.has(part)))
    throw wrongField('shares', 'This version has no part of that name');
  const uncounted = new Set(uncountedParts(state));
  const shares = { ...state.shares };
  for (const { part, share } of reported) {
    if (uncounted.has(part)) shares[part] = raiseShare(shares[part] ?? 0, share);
  }
  return shares;
}

async function keepSession(
  tx: CommandTransaction,
  state: ViewState,
  session: Session,
  report: ProgressReport,
  credit: Credit,
): Promise<void> {
  // Since the last sign of any tab: two tabs side by side do not spend the time twice.
  const lastBeat = Math.max(session.startedAt.getTime(), state.lastSeenAt?.getTime() ?? 0);
  const step = stepSeconds(lastBeat, session.now.getTime());
  const seconds = Math.floor(Math.min(step, report.seconds ?? step));
  const declared =
    report.progress === undefined ? state.declared : raiseDeclared(state.declared, report.progress);
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
      declaredProgress: declared,
      ...(report.shares === undefined
        ? {}
        : { declaredShares: JSON.stringify(raisedShares(state, report.shares)) }),
      ...(credit.creditedUntil === null ? {} : { creditedUntil: new Date(credit.creditedUntil) }),
      ...(positioned ? { lastFileId: positioned.fileId, lastPosition: report.position ?? null } : {}),
    }))
    .where('id', '=', session.id)
    .execute();
}
