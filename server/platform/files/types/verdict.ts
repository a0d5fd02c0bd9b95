import type { CoursePackage } from '#shared/domain/modules/course-packages.ts';
import type { ParserFault } from '#server/platform/sandbox/parser.ts';

/** What the bytes of a file are (MOD-07). */
export interface FileType {
  /** Extension by which the type is known: 'pdf', 'docx' … */
  readonly extension: string;
  /** Media type with which it is served. */
  readonly mime: string;
  /** Pages of a PDF. */
  readonly pages?: number;
  /** Of a PDF: its pages show nothing. */
  readonly blank?: boolean;
  /** Length of a video. */
  readonly durationSeconds?: number;
  /** Of a ZIP that holds a course to be played. */
  readonly package?: CoursePackage;
}

/** What a look at a file's bytes came to: a known type, or why it is none that can be kept. */
export type Verdict =
  | { readonly type: FileType }
  /** What it is instead, in words that follow 'its content is'. */
  | { readonly instead: string }
  /** What is wrong with it, in words that follow the file's name; `as` says for which type it was tried, where it had no mark of any. */
  | {
      readonly problem: string;
      readonly as?: string;
      /** Why its parser gave no verdict at all (SEC-05). */
      readonly fault?: ParserFault;
    };

/** How the codings are called that authors meet most; the file names them by four letters. */
const codingNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:hvc1|hev1)$/, 'HEVC (H.265)'],
  [/^dv(?:h[1e]|a[1v])$/, 'Dolby Vision'],
  [/^mp4v$/, 'MPEG-4 Part 2'],
  [/^ap(?:c[hnso]|4[hx])$/, 'ProRes'],
  [/^(?:mjp[ab]|jpeg)$/, 'Motion JPEG'],
  [/^[se]263$/i, 'H.263'],
  [/^(?:ac-3|ec-3|ac-4)$/, 'Dolby Digital'],
  [/^alac$/, 'Apple Lossless'],
  [/^(?:sowt|twos|lpcm|[io]n24|[if]l(?:32|64)|ipcm)$/, 'PCM'],
];

const nameOf = (coding: string): string =>
  codingNames.find(([form]) => form.test(coding))?.[1] ?? coding.replaceAll(/[^\w/.-]/g, '?').slice(0, 40);

/** The verdict on a video whose sound browsers do not play. */
export const inaudible = (coding: string): Verdict => ({
  problem: `has ${nameOf(coding)} audio, which browsers cannot play. Save it as MP4 with H.264 and AAC and try again.`,
});

/** The verdict on a video whose coding no browser plays; the coding as the file names it. */
export function unplayable(coding: string): Verdict {
  return {
    problem: `has ${nameOf(coding)} video, which browsers cannot play. Save it as MP4 with H.264 and try again.`,
  };
}

/** The verdict on a video of which nobody can say when it was watched to its end (VIEW-03). */
export const withoutLength: Verdict = {
  problem: 'is a video without a length: neither its header nor its pictures say how long it is.',
};
