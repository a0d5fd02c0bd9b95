import type { CoursePackage } from '#shared/domain/modules/course-packages.ts';
import type { filesReasons } from '#shared/reasons/files.ts';
import type { ParamsOf } from '#shared/reasons/reasons.ts';

/** The type of a file by its bytes (MOD-07). */
export interface FileType {
  /** The extension of the type: 'pdf', 'docx' … */
  readonly extension: string;
  /** The media type with which it is served. */
  readonly mime: string;
  /** Pages of a PDF. */
  readonly pages?: number;
  /** For a PDF: its pages are empty. */
  readonly blank?: boolean;
  /** Length of a video. */
  readonly durationSeconds?: number;
  /** For a ZIP with a course that a learning system plays. */
  readonly package?: CoursePackage;
}

/** Contents that a file can have instead of an allowed type; `file_is_other_thing` names each. */
export const fileContents = [
  'windows_program',
  'program',
  'rar',
  'seven_zip',
  'quicktime',
  'avi',
  'matroska',
  'unknown_media',
  'audio',
  'picture',
  'camera_picture',
  'html',
  'svg',
  'xml',
  'open_document',
  'epub',
  'outlook',
  'compound',
  'binary',
  'other',
] as const;

/** One of {@link fileContents}. */
export type FileContent = (typeof fileContents)[number];

/** A reason why a file is refused. */
export type FileProblemCode = keyof typeof filesReasons;

type Names<Code extends FileProblemCode> = Omit<ParamsOf<Code>, 'name'>;

/** The reasons without details other than the name of the file. */
export type PlainFileProblem = {
  [Code in FileProblemCode]: keyof Names<Code> extends never ? Code : never;
}[FileProblemCode];

type DetailedTrouble = {
  [Code in Exclude<FileProblemCode, PlainFileProblem>]: {
    readonly problem: Code;
    readonly params: Names<Code>;
  };
}[Exclude<FileProblemCode, PlainFileProblem>];

/** The result of a check of a file's bytes: a known type, or why it cannot be stored. */
export type Verdict =
  | { readonly type: FileType }
  /** The content that it has instead. */
  | { readonly instead: FileContent }
  /** The media type that it is of instead. */
  | { readonly mediaType: string }
  /** The fault of the file; `as` is the type for which it was tried, if it had no mark of any. */
  | ((DetailedTrouble | { readonly problem: PlainFileProblem; readonly params?: undefined }) & {
      readonly as?: string;
    });

/** The names of the codings that authors use most; the file names them by four letters. */
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

/** Returns the verdict on a video whose sound browsers do not play. */
export const unplayableAudio = (coding: string): Verdict => ({
  problem: 'file_video_inaudible',
  params: { coding: nameOf(coding) },
});

/** Returns the verdict on a video whose codec no browser plays, with the codec as the file names it. */
export function unplayable(coding: string): Verdict {
  return {
    problem: 'file_video_unplayable',
    params: { coding: nameOf(coding) },
  };
}

/** The verdict on a video without a length: it is unknown when it was watched to its end (VIEW-03). */
export const withoutLength: Verdict = {
  problem: 'file_video_no_length',
};
