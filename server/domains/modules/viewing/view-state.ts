import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { progressAnswer } from '#shared/contract/viewing.ts';
import { isOnlyDownloaded, uncountedParts } from '#shared/domain/viewing/parts.ts';
import {
  contentProgress,
  seenBefore,
  shownProgress,
  type ContentProgress,
  type PartProgress,
} from '#shared/domain/viewing/progress.ts';
import type { WatchedRange } from '#shared/domain/viewing/ranges.ts';
import type { DB } from '#server/db/db.d.ts';
import { isPreparingSql } from '#server/platform/files/office/preparing.ts';
import { fetchedAtSql } from '#server/platform/files/file-fetches.ts';
import { fileUrl } from '#server/domains/modules/module-view.ts';
import { assignedVersionSql } from '#server/domains/modules/visibility.ts';
import { hasQuizSql, quizPassedSql } from '#server/domains/modules/quiz/quiz-facts.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { parseRanges } from '#server/domains/modules/viewing/multirange.ts';

/** The progress of a person in the content of an assignment, in the form of the API (VIEW-03, VIEW-05). */
export type ProgressView = z.input<typeof progressAnswer>;

/** A file of the version that is read, with its progress. */
export interface ViewedFile {
  readonly fileId: number;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** Of a PDF, or of the PDF that an office file was converted to (MOD-09). */
  readonly pages: number | null;
  readonly isConverted: boolean;
  /** It is being converted: it does not count before its pages do (MOD-09). */
  readonly isPreparing: boolean;
  readonly durationSeconds: number | null;
  readonly seenPages: readonly number[];
  readonly watched: readonly WatchedRange[];
  /** When the person was last sent bytes of it, or of the PDF that it was converted to. */
  readonly fetchedAt: Date | null;
  /** The person has downloaded it for this assignment. */
  readonly isDownloaded: boolean;
}

/** Everything that decides over progress on one assignment. */
export interface ViewState {
  readonly assignmentId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly status: 'not_started' | 'in_progress' | 'completed' | 'voided';
  /** Percent as stored with the assignment. */
  readonly progress: number;
  /** Text and link of the version. */
  readonly content: string | null;
  readonly contentUrl: string | null;
  /** It asks questions (VIEW-06). */
  readonly hasQuiz: boolean;
  /** They are passed, on this version. */
  readonly quizPassed: boolean;
  readonly files: readonly ViewedFile[];
  /** What viewers declared of this version as a whole before shares of single parts were counted, percent. */
  readonly declared: number;
  /** The declared shares of single parts, 0 to 1. */
  readonly shares: Readonly<Record<string, number>>;
  /** Time spent with the content in all sessions. */
  readonly seconds: number;
  readonly creditedUntil: Date | null;
  readonly lastSeenAt: Date | null;
  readonly lastFileId: number | null;
  readonly lastPosition: number | null;
}

/** The form of a {@link ViewState} in the database: inside JSON, times and ranges are texts. */
export interface StoredViewState extends Omit<
  ViewState,
  'files' | 'shares' | 'creditedUntil' | 'lastSeenAt'
> {
  readonly shares: Readonly<Record<string, number>>;
  readonly creditedUntil: Date | string | null;
  readonly lastSeenAt: Date | string | null;
  readonly files: readonly (Omit<ViewedFile, 'watched' | 'fetchedAt'> & {
    readonly watched: string | null;
    readonly fetchedAt: string | null;
  })[];
}

/**
 * SQL of the state of the content of an assignment, for {@link viewStateOf}. It has no row for a voided assignment or for another
 * person's.
 */
export const viewStateSql = (
  assignmentId: RawBuilder<number>,
  userId?: RawBuilder<string>,
): RawBuilder<StoredViewState> => sql<StoredViewState>`
    select a.id as "assignmentId", a.user_id as "userId", a.module_id as "moduleId", a.status, a.progress, v.id as "versionId",
      v.number as "versionNumber", v.content, v.content_url as "contentUrl",
      ${hasQuizSql(sql`m.id`)} as "hasQuiz", ${quizPassedSql(sql`a.id`, sql`v.id`)} as "quizPassed",
      coalesce(s.declared, 0) as declared, parts.shares, coalesce(s.seconds, 0)::int as seconds,
      s.credited_until as "creditedUntil", s.last_seen_at as "lastSeenAt",
      last.last_file_id as "lastFileId", last.last_position as "lastPosition", coalesce((
        select json_agg(json_build_object('fileId', mvf.file_id, 'name', mvf.name, 'contentType', f.mime, 'size', f.size,
          'pages', coalesce(pdf.pages, f.pages), 'isConverted', pdf.id is not null, 'isPreparing', ${isPreparingSql},
          'durationSeconds', f.duration_seconds, 'fetchedAt', ${fetchedAtSql(sql`a.user_id`, sql`coalesce(pdf.id, f.id)`)},
          'isDownloaded', exists (select 1 from content_downloads d where d.assignment_id = a.id and d.file_id = f.id),
          'seenPages', coalesce((
            select json_agg(p.page order by p.page) from page_views p
            where p.assignment_id = a.id and p.file_id = f.id), '[]'),
          'watched', (select r.watched::text from video_ranges r where r.assignment_id = a.id and r.file_id = f.id)
        ) order by mvf.position)
        from module_version_files mvf join files f on f.id = mvf.file_id
        left join file_conversions made on made.file_id = f.id left join files pdf on pdf.id = made.pdf_id
        where mvf.version_id = v.id), '[]') as files
    from training_assignments a
    join training_modules m on m.id = a.module_id
    join module_versions v on v.id = ${assignedVersionSql}
    left join lateral (
      select sum(seconds) as seconds, max(credited_until) as credited_until, max(last_seen_at) as last_seen_at,
        max(declared_progress) filter (where module_version_id = v.id) as declared
      from viewer_sessions where assignment_id = a.id
    ) s on true
    cross join lateral (
      select coalesce(jsonb_object_agg(part.key, part.share), '{}') as shares from (
        select share.key, max(share.value::numeric) as share
        from viewer_sessions seen cross join jsonb_each_text(seen.declared_shares) share
        where seen.assignment_id = a.id and seen.module_version_id = v.id group by share.key
      ) part
    ) parts
    left join lateral (
      select last_file_id, last_position from viewer_sessions
      where assignment_id = a.id and module_version_id = v.id and last_file_id is not null
      order by last_seen_at desc limit 1
    ) last on true
    where a.id = ${assignmentId} and a.status <> 'voided' ${userId === undefined ? sql`` : sql`and a.user_id = ${userId}`}`;

const instant = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));

/** Returns the state of a row of {@link viewStateSql}, also of one that was inside JSON. */
export const viewStateOf = (row: StoredViewState): ViewState => ({
  ...row,
  creditedUntil: instant(row.creditedUntil),
  lastSeenAt: instant(row.lastSeenAt),
  files: row.files.map((file) => ({
    ...file,
    fetchedAt: instant(file.fetchedAt),
    watched: parseRanges(file.watched ?? ''),
  })),
});

/**
 * Reads the state of an assignment's content. With `lock`, nobody else changes it until the command ends, so that two tabs take
 * turns. Throws NOT_FOUND, also for a voided assignment and for one of another person than `userId`.
 */
export async function loadViewState(
  db: Kysely<DB>,
  assignmentId: number,
  options: { readonly userId?: string; readonly lock?: boolean } = {},
): Promise<ViewState> {
  if (options.lock === true) {
    await sql`select 1 from training_assignments where id = ${assignmentId} for update`.execute(db);
  }
  const { userId } = options;
  const [row] = await queryPrepared(
    db,
    'modules.view-state',
    viewStateSql(sql`${assignmentId}::int`, userId === undefined ? undefined : sql`${userId}::text`),
  );
  if (!row) throw new AppError('NOT_FOUND');
  return viewStateOf(row);
}

/**
 * Returns the part of a file that the server counts; null if it cannot (text, image, office file without a PDF, download). An
 * office file that was fetched to its end before its pages could be counted stays seen (MOD-09); one that is being converted is
 * not seen yet.
 */
function countedPart({ shares }: ViewState, file: ViewedFile): PartProgress | null {
  if (file.isConverted && file.isDownloaded && (shares[file.name] ?? 0) >= 1)
    return { kind: 'declared', progress: 100 };
  if (file.isPreparing) return { kind: 'declared', progress: 0 };
  if (file.pages !== null) return { kind: 'pages', pageCount: file.pages, seen: file.seenPages };
  if (file.durationSeconds !== null)
    return { kind: 'video', duration: file.durationSeconds, watched: file.watched };
  return null;
}

/**
 * Returns the counted share, 0 to 1, of a part that the server cannot count; none for a download-only file before it was
 * downloaded (VIEW-04).
 */
function shareOf(state: ViewState, part: string): number {
  const file = state.files.find(({ name }) => name === part);
  if (file && isOnlyDownloaded(file) && !file.isDownloaded) return 0;
  return Math.max(state.shares[part] ?? 0, state.declared / 100);
}

/**
 * Progress over all parts of the content (VIEW-03, MOD-06): counted parts, and for the others what the viewer declared. If
 * the quiz is the only content, passing it counts (VIEW-06); content without any part is never seen. A person who had seen
 * everything before the pages of an office file could be counted has seen it (MOD-09).
 */
export function progressOf(state: ViewState): ContentProgress {
  const parts = [
    ...state.files.flatMap((file) => countedPart(state, file) ?? []),
    ...uncountedParts(state).map((part): PartProgress => ({
      kind: 'declared',
      progress: shareOf(state, part) * 100,
    })),
  ];
  if (parts.length > 0) {
    const now = contentProgress(parts);
    return state.files.some((file) => file.isConverted) ? seenBefore(now, state.progress) : now;
  }
  return contentProgress(state.hasQuiz ? [{ kind: 'declared', progress: state.quizPassed ? 100 : 0 }] : []);
}

/** Returns the state in the form of the API. */
export function progressView(state: ViewState): ProgressView {
  const { percent, seen } = progressOf(state);
  const last = state.files.find((file) => file.fileId === state.lastFileId);
  return {
    progress: shownProgress(
      state.status,
      Math.max(percent, state.progress),
      state.hasQuiz ? state.quizPassed : null,
    ),
    contentSeen: seen,
    quiz: state.hasQuiz ? { passed: state.quizPassed } : null,
    seconds: state.seconds,
    files: state.files.map((file) => {
      const part = countedPart(state, file);
      return {
        name: file.name,
        url: fileUrl(file.name),
        contentType: file.contentType,
        size: file.size,
        pages: file.pages,
        durationSeconds: file.durationSeconds,
        seenPages: [...file.seenPages],
        watched: file.watched.map(([from, to]): [number, number] => [from, to]),
        isSeen: part && contentProgress([part]).seen,
      };
    }),
    shares: uncountedParts(state).map((part) => ({ part, share: shareOf(state, part) })),
    lastPosition:
      last && state.lastPosition !== null ? { file: last.name, position: state.lastPosition } : null,
  };
}

/** Returns whether the content in a row of {@link viewStateSql} was seen: for the rule of VIEW-04 before a completion. */
export const isContentSeen = (row: StoredViewState): boolean => progressOf(viewStateOf(row)).seen;
