/** One line of the 'Uploaded Files:' list in a module's text (SPEC §3). */
export interface UploadedFileLine {
  readonly name: string;
  /** As shown, such as '1.5 MB'. */
  readonly size: string;
  /** As shown; in lines that are written here a calendar date. */
  readonly date: string;
  readonly person: string;
}

const HEADING = 'Uploaded Files:';

const LINE = /^\s*[•*-]\s*(.+) \(([^()]*)\) \| Uploaded: (.+?) by (.+)$/u;

/** The parts of a module's text: the text by people and the files listed under the heading (SPEC §3). */
export interface ParsedContent {
  readonly text: string;
  readonly files: readonly UploadedFileLine[];
}

/** Reads a module's text (SPEC §3). Lines under the heading that are not list lines stay in the text. */
export function parseUploadedFiles(content: string): ParsedContent {
  const text: string[] = [];
  const files: UploadedFileLine[] = [];
  let listed = false;
  for (const line of content.split(/\r?\n/u)) {
    if (line.trim() === HEADING) {
      listed = true;
      continue;
    }
    const parts = listed ? LINE.exec(line) : null;
    if (parts) {
      files.push({
        name: parts[1] ?? '',
        size: parts[2] ?? '',
        date: parts[3] ?? '',
        person: parts[4] ?? '',
      });
    } else {
      text.push(line);
    }
  }
  return { text: text.join('\n').trim(), files };
}
