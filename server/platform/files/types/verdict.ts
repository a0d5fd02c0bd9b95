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
}

/** What a look at a file's bytes came to: a known type, or why it is none that can be kept. */
export type Verdict =
  | { readonly type: FileType }
  /** What it is instead, in words that follow 'its content is'. */
  | { readonly instead: string }
  /** What is wrong with it, in words that follow the file's name; `as` says for which type it was tried, where it had no mark of any. */
  | { readonly problem: string; readonly as?: string };

/** The verdict on a video whose coding no browser plays; the coding as the file names it. */
export function unplayable(coding: string): Verdict {
  const name = coding.replaceAll(/[^\w/.-]/g, '?').slice(0, 40);
  return {
    problem: `holds video of the kind ${name}, which browsers do not play. Save it as MP4 with H.264 and try again.`,
  };
}

/** The verdict on a video of which nobody can say when it was watched to its end (VIEW-03). */
export const withoutLength: Verdict = {
  problem: 'is a video without a length: neither its header nor its pictures say how long it is.',
};
