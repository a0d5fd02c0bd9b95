import { isRealText } from '../modules/content-rule.ts';
import { parseUploadedFiles } from '../modules/uploaded-files.ts';

/** Name of the text among the parts of a module; files have their own names. */
export const TEXT_PART = 'text';
/** Name of the link among the parts of a module. */
export const LINK_PART = 'link';

/** The parts of a version of a module except its questions (MOD-06). */
export interface PartSource {
  readonly content: string | null;
  /** The link elsewhere, if it is one. */
  readonly contentUrl: string | null;
  readonly files: readonly {
    readonly name: string;
    readonly pages: number | null;
    readonly durationSeconds: number | null;
    /** It is being converted: its pages will count (MOD-09). */
    readonly isPreparing?: boolean;
  }[];
}

/**
 * Returns the text for reading, without its list of files. Returns null if the content rule does not count it as content
 * (MOD-10).
 */
export function readableText(content: string | null): string | null {
  const text = parseUploadedFiles(content ?? '').text.trim();
  return isRealText(text) ? text : null;
}

/** Returns the link for opening: https, and only without files. */
export function readableLink({ contentUrl, files }: PartSource): string | null {
  return files.length === 0 && contentUrl?.startsWith('https://') === true ? contentUrl : null;
}

/** Returns true if the server counts pages or seconds of a file itself, or will do so (VIEW-03). */
export function isCountedFile({
  pages,
  durationSeconds,
  isPreparing = false,
}: PartSource['files'][number]): boolean {
  return pages !== null || durationSeconds !== null || isPreparing;
}

/** Returns true for a file that is only downloaded: a ZIP, a course package, an office file without a PDF (VIEW-04). */
export function isOnlyDownloaded(
  file: PartSource['files'][number] & { readonly contentType: string },
): boolean {
  return (
    !isCountedFile(file) && !/^(?:image|video)\/|^text\/plain\b|^application\/pdf$/.test(file.contentType)
  );
}

/** Returns the names of the parts that the server cannot count: the viewer reports the seen share of each (VIEW-03). */
export function uncountedParts(source: PartSource): readonly string[] {
  return [
    ...(readableText(source.content) === null ? [] : [TEXT_PART]),
    ...source.files.filter((file) => !isCountedFile(file)).map(({ name }) => name),
    ...(readableLink(source) === null ? [] : [LINK_PART]),
  ];
}

/** The share that was seen of a part which the server cannot count, 0 to 1. */
export interface PartShare {
  readonly part: string;
  readonly share: number;
}

/** Shares by the names of their parts, as they go over the wire. */
export function shareList(shares: Readonly<Record<string, number>>): PartShare[] {
  return Object.entries(shares).map(([part, share]) => ({ part, share }));
}

/** Returns the share of one part; 0 if it is unknown. */
export function shareIn(shares: readonly PartShare[] | undefined, wanted: string): number {
  return shares?.find(({ part }) => part === wanted)?.share ?? 0;
}
