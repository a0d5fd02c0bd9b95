import { parseUploadedFiles } from '#shared/domain/modules/uploaded-files.ts';
import { unionRanges, coveredSeconds } from '#shared/domain/viewing/ranges.ts';
import { kindOf, pagesOf, type FileKind, type ModuleFile } from '#app/features/files/module-file.ts';
import type { ProgressAnswer } from '#app/screens/training-module/progress/pending.ts';
import type { ViewedModule } from '#app/screens/training-module/use-viewing.ts';

/** One thing to read, watch or fetch (MOD-06: a module may have several); `key` is stable. */
export type ContentPart =
  | { readonly kind: 'text'; readonly key: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly key: 'link'; readonly url: string }
  | { readonly kind: 'quiz'; readonly key: 'quiz' }
  | {
      readonly kind: FileKind;
      readonly key: string;
      readonly file: ModuleFile;
    };

/** Everything that a module consists of, in its order: text, files or the link elsewhere, and the questions about it. */
export function partsOf(
  module: Pick<ViewedModule, 'content' | 'contentUrl' | 'files' | 'quizQuestions'>,
): readonly ContentPart[] {
  const text = parseUploadedFiles(module.content ?? '').text.trim();
  const parts: ContentPart[] = text === '' ? [] : [{ kind: 'text', key: 'text', text }];
  for (const file of module.files) parts.push({ kind: kindOf(file), key: file.name, file });
  const { contentUrl } = module;
  if (module.files.length === 0 && contentUrl?.startsWith('https://')) {
    parts.push({ kind: 'link', key: 'link', url: contentUrl });
  }
  if (module.quizQuestions > 0) parts.push({ kind: 'quiz', key: 'quiz' });
  return parts;
}

/** True where the server counts pages or seconds of the part itself (VIEW-03). */
export function isCounted(part: ContentPart): boolean {
  if (!('file' in part)) return false;
  return pagesOf(part.file) !== null || part.file.durationSeconds !== null;
}

/**
 * Percent of what the server cannot count, from the shares seen of each such part (0 to 1), rounded down; null where
 * counted parts decide alone (DESIGN 'The wire'). Questions are answered, not seen.
 */
export function declaredPercent(
  all: readonly ContentPart[],
  shares: Readonly<Record<string, number>>,
): number | null {
  const parts = all.filter(({ kind }) => kind !== 'quiz');
  if (parts.length === 0 || parts.some(isCounted)) return null;
  const sum = parts.reduce((total, { key }) => total + Math.min(1, shares[key] ?? 0), 0);
  return Math.floor((sum / parts.length) * 100 + 1e-9);
}

/** The progress of one file with the pages that are still on their way to the server. */
export interface FileProgress {
  readonly pages: number | null;
  readonly seenPages: readonly number[];
  readonly durationSeconds: number | null;
  readonly watchedSeconds: number;
}

/** What was seen of a file (VIEW-03). */
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

/** The pages of a file that were not seen, as stretches: [[2, 4], [7, 7]]. */
export function unseenStretches({ pages, seenPages }: FileProgress): readonly (readonly [number, number])[] {
  const seen = new Set(seenPages);
  const stretches: [number, number][] = [];
  for (let page = 1; page <= (pages ?? 0); page += 1) {
    if (seen.has(page)) continue;
    const last = stretches.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else stretches.push([page, page]);
  }
  return stretches;
}
