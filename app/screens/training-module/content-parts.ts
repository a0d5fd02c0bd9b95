import { LINK_PART, TEXT_PART, readableLink, readableText, shareIn } from '#shared/domain/viewing/parts.ts';
import { unseenRanges as stretchesOf } from '#shared/domain/viewing/pages.ts';
import { unionRanges, coveredSeconds } from '#shared/domain/viewing/ranges.ts';
import { kindOf, pagesOf, type FileKind, type ModuleFile } from '#app/features/files/module-file.ts';
import type { ProgressAnswer } from '#app/screens/training-module/progress/pending.ts';
import type { ViewedModule } from '#app/screens/training-module/use-viewing.ts';

/** One thing to read, watch or fetch (MOD-06: a module may have several); `key` is stable. */
export type ContentPart =
  | { readonly kind: 'text'; readonly key: typeof TEXT_PART; readonly text: string }
  | { readonly kind: 'link'; readonly key: typeof LINK_PART; readonly url: string }
  | { readonly kind: 'quiz'; readonly key: 'quiz' }
  | {
      readonly kind: FileKind;
      readonly key: string;
      readonly file: ModuleFile;
    };

/** Returns all parts of a module, in order: text, files or the external link, and the questions about it. */
export function partsOf(
  module: Pick<ViewedModule, 'content' | 'contentUrl' | 'files' | 'quizQuestions'>,
): readonly ContentPart[] {
  const text = readableText(module.content);
  const parts: ContentPart[] = text === null ? [] : [{ kind: 'text', key: TEXT_PART, text }];
  for (const file of module.files) parts.push({ kind: kindOf(file), key: file.name, file });
  const url = readableLink(module);
  if (url !== null) parts.push({ kind: 'link', key: LINK_PART, url });
  if (module.quizQuestions > 0) parts.push({ kind: 'quiz', key: 'quiz' });
  return parts;
}

/** The share that was seen of each part which the server cannot count, 0 to 1 by its key. */
export type Shares = Readonly<Record<string, number>>;

/** Returns whether a part was seen, by the server's answer and the parts seen since; questions are seen when they are passed. */
export function isPartSeen(part: ContentPart, answer: ProgressAnswer | null, shares: Shares): boolean {
  if (part.kind === 'quiz') return answer?.quiz?.passed === true;
  const known = answer?.files.find(({ name }) => name === part.key)?.isSeen;
  // A part that the server counts is seen only when the server says so.
  return known ?? Math.max(shareIn(answer?.shares, part.key), shares[part.key] ?? 0) >= 1;
}

/** Returns the part at which reading continues: the one of the last report, or else the first part that was not seen. */
export function firstPart(
  parts: readonly ContentPart[],
  answer: ProgressAnswer | null,
): ContentPart | undefined {
  const last = parts.find(({ key }) => key === answer?.lastPosition?.file);
  const unseen = answer && parts.find((part) => !isPartSeen(part, answer, {}));
  return last ?? unseen ?? parts[0];
}

/** The progress of one file, including the pages that are still being sent to the server. */
export interface FileProgress {
  readonly pages: number | null;
  readonly seenPages: readonly number[];
  readonly durationSeconds: number | null;
  readonly watchedSeconds: number;
}

/** Returns the parts of a file that were seen (VIEW-03). */
export function progressOfFile(
  answer: ProgressAnswer | null,
  waiting: readonly number[],
  file: ModuleFile,
): FileProgress {
  const known = answer?.files.find(({ name }) => name === file.name);
  const pages = pagesOf(file);
  const seen = new Set([...(known?.seenPages ?? []), ...waiting]);
  const watched = unionRanges(known?.watched ?? [], file.durationSeconds ?? 0);
  return {
    pages,
    seenPages: [...seen].filter((page) => page <= (pages ?? 0)).sort((one, other) => one - other),
    durationSeconds: file.durationSeconds,
    watchedSeconds: coveredSeconds(watched),
  };
}

/** Returns the pages of a file that were not seen, as ranges: [[2, 4], [7, 7]]. */
export function unseenRanges({ pages, seenPages }: FileProgress): readonly (readonly [number, number])[] {
  return stretchesOf(pages ?? 0, seenPages);
}

/** A part that was not seen completely, with its missing pages if it has pages. */
export interface MissingPart {
  readonly part: ContentPart;
  readonly stretches: readonly (readonly [number, number])[];
}

/**
 * Returns what is left to see before the content counts as seen (VIEW-04), in the order of the parts; pages that are being
 * sent to the server are not missing. Questions are not content.
 */
export function missingParts(
  parts: readonly ContentPart[],
  answer: ProgressAnswer | null,
  waiting: Readonly<Record<string, readonly number[]>>,
  shares: Shares,
): readonly MissingPart[] {
  return parts.flatMap((part): MissingPart[] => {
    if (part.kind === 'quiz' || isPartSeen(part, answer, shares)) return [];
    if (part.kind !== 'pdf') return [{ part, stretches: [] }];
    const stretches = unseenRanges(progressOfFile(answer, waiting[part.file.name] ?? [], part.file));
    return stretches.length === 0 ? [] : [{ part, stretches }];
  });
}
