import { PLACEHOLDER_CONTENT_TYPE } from './content-types.ts';

/** Text content counts only when it is longer than this many characters (SPEC §3, §9). */
export const REAL_CONTENT_MIN_EXCLUSIVE = 20;

/** The facts of a module that the content rules need (SPEC §3, MOD-10). */
export interface ContentFacts {
  readonly contentType: string;
  readonly contentUrl: string | null;
  readonly content: string | null;
  /** `fileSizeFormatted` or the number of bytes; null, blank or 0 when there is no file. */
  readonly fileSize: string | number | null;
}

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

function hasFileSize(size: string | number | null): boolean {
  return typeof size === 'number' ? size > 0 : !isBlank(size);
}

/** A line as short as this that contains the word placeholder is one; a longer text may mention placeholders. */
const PLACEHOLDER_LINE_MAX = 100;

/** Returns whether a text is only a placeholder: it starts with the word, or is one short line with it (SPEC §3). */
export function isPlaceholderText(text: string): boolean {
  const trimmed = text.trim();
  if (/^[^\p{L}\p{N}]*placeholder(?![\p{L}\p{N}])/iu.test(trimmed)) return true;
  const oneShortLine = trimmed.length <= PLACEHOLDER_LINE_MAX && !trimmed.includes('\n');
  return oneShortLine && /(?<![\p{L}\p{N}])placeholder(?![\p{L}\p{N}])/iu.test(trimmed);
}

/** Returns whether a text is the heading 'Uploaded Files:' without any file below it (SPEC §3). */
export function isOnlyUploadedFilesHeading(text: string): boolean {
  return /^\s*Uploaded Files:[\s•*-]*$/u.test(text);
}

/** Returns whether text content is real, clause by clause of SPEC §3 (MOD-10). */
export function isRealText(content: string | null): boolean {
  if (content === null) return false;
  const text = content.trim();
  // Characters, not UTF-16 units, so that the database's char_length counts the same.
  if (Array.from(text).length <= REAL_CONTENT_MIN_EXCLUSIVE) return false;
  if (isPlaceholderText(text)) return false;
  if (text === 'Content loaded successfully') return false;
  if (isOnlyUploadedFilesHeading(text)) return false;
  return !text.startsWith('Module not loaded');
}

/** 'Content Available': a content URL with a file size, or real text; a hidden placeholder never has content (SPEC §3, MOD-10). */
export function hasContent(module: ContentFacts): boolean {
  if (module.contentType === PLACEHOLDER_CONTENT_TYPE) return false;
  return (!isBlank(module.contentUrl) && hasFileSize(module.fileSize)) || isRealText(module.content);
}

const startableTypes: ReadonlySet<string> = new Set(['pdf', 'presentation', 'video', 'quiz']);

/**
 * Returns whether a module can be started, by the looser rule (SPEC §3, MOD-10): it has a content URL, a type of the four, or any
 * text. Otherwise it shows 'Content Not Available'.
 */
export function canStart(module: Omit<ContentFacts, 'fileSize'>): boolean {
  return !isBlank(module.contentUrl) || startableTypes.has(module.contentType) || !isBlank(module.content);
}
