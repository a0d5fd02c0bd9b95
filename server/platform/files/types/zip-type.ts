import { open } from 'node:fs/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { packageIn } from '#shared/domain/modules/course-packages.ts';
import { InnerNames } from '#server/platform/files/types/inner-names.ts';
import { readAt } from '#server/platform/files/types/read-at.ts';
import type { PlainFileProblem, Verdict } from '#server/platform/files/types/verdict.ts';

/** Mark and shortest length of the end of an archive. */
const endMark = Buffer.from('504b0506', 'hex');
const endBytes = 22;

const magics = [Buffer.from('504b0304', 'hex'), Buffer.from('504b0506', 'hex')];

/** Returns true if the first bytes are those of a ZIP archive, with entries or without any. */
export function isZip(head: Buffer): boolean {
  return magics.some((magic) => head.subarray(0, magic.length).equals(magic));
}

/** First bytes of a sound in the format AU. */
const soundMark = '.snd';

/** The limits of an archive. */
export interface ZipLimits {
  readonly entries: number;
  readonly inflatedBytes: number;
}

/** Limits on the unpacked size of an archive, counted on the actually inflated bytes (T13). */
export const zipLimits: ZipLimits = { entries: 10_000, inflatedBytes: 256 * 1024 * 1024 };

const office: readonly (readonly [part: string, extension: string, mime: string])[] = [
  [
    'wordprocessingml.document',
    'docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'presentationml.presentation',
    'pptx',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  ['spreadsheetml.sheet', 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [
    'presentationml.slideshow',
    'ppsx',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
  ],
];

/** OpenDocument files by their media type; templates and drawings are none that can be uploaded. */
const openDocument: ReadonlyMap<string, string> = new Map([
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
]);
const openManifest = 'META-INF/manifest.xml';
const openMacros = /^(?:Basic|Scripts)\/./;

/** Compressions by their number in an archive. */
const compressions: Readonly<Record<string, string>> = {
  '9': 'Deflate64',
  '12': 'bzip2',
  '14': 'LZMA',
  '93': 'Zstandard',
  '95': 'XZ',
  '98': 'PPMd',
};

const tooBig = 'file_unpacks_too_large';
const locked = 'file_locked';
/** The messages of the archive reader for names and archives that it refuses. */
const refusals: readonly (readonly [RegExp, PlainFileProblem])[] = [
  [/^(?:absolute|invalid relative) path/, 'file_leads_out'],
  [/^strong encryption/, locked],
  [/^multi-disk/, 'file_one_of_several'],
];
/** The number of bytes kept of a part that shows the type of the archive, and of a part whose declarations are checked. */
const markBytes = 1024 * 1024;
const prologBytes = 4096;
const declares = 'file_declares_doctype';
const macros: Verdict = { problem: 'file_has_macros' };

/** The result of one pass over an archive. */
interface Contents {
  readonly names: ReadonlySet<string>;
  /** Text of `[Content_Types].xml`, the mark of Office Open XML. */
  readonly contentTypes: string | null;
  /** Text of `mimetype`, the mark of OpenDocument and EPUB. */
  readonly mimetype: string | null;
  /** Text of the manifest of an OpenDocument file, which shows whether its parts are encrypted. */
  readonly manifest: string | null;
  /** Names of files that sound like parts of a course and are sounds. */
  readonly sounds: ReadonlySet<string>;
  /** Names of files in nested archives. */
  readonly inner: ReadonlySet<string>;
  /** Whether an XML part declares a document type: a few hundred bytes of entities can grow without end. */
  readonly hasDoctype: boolean;
}

/** Raised inside the pass to end it with a verdict. */
class Refusal extends Error {
  readonly verdict: Verdict;

  constructor(problem: PlainFileProblem) {
    super(problem);
    this.verdict = { problem };
  }
}

/**
 * Checks an archive: Office Open XML by its content types, otherwise ZIP. All content is inflated once and discarded, so that the
 * measured sizes are real. Names that leave the archive's folder, passwords and damage are refused (MOD-07, T13).
 */
export async function judgeZip(path: string, limits = zipLimits): Promise<Verdict> {
  let contents: Contents;
  try {
    contents = await readArchive(path, limits);
  } catch (error) {
    if (error instanceof Refusal) return error.verdict;
    if (error instanceof Error && 'syscall' in error) throw error;
    const said = error instanceof Error ? error.message : '';
    const method = /^unsupported compression method: (\d+)/.exec(said)?.[1];
    if (method !== undefined) {
      const name = compressions[method] ?? method;
      return {
        problem: 'file_compression_unknown',
        params: { method: name },
      };
    }
    if (/^(?:Invalid comment length|End of central directory)/.test(said) && (await goesOnAfterEnd(path)))
      return { problem: 'file_data_after_end' };
    const known = refusals.find(([form]) => form.test(said));
    return { problem: known?.[1] ?? 'file_archive_damaged' };
  }
  const { contentTypes, mimetype, names, sounds, inner, hasDoctype } = contents;
  const course = packageIn([...names, ...inner].filter((name) => !sounds.has(name)));
  if (contentTypes !== null) {
    if (
      /macroEnabled/i.test(contentTypes) ||
      [...names].some((name) => /(?:^|\/)vbaProject\.bin$/i.test(name))
    )
      return macros;
    if (hasDoctype) return { problem: declares };
    const main = course ? undefined : office.find(([part]) => contentTypes.includes(`${part}.main+xml`));
    if (main) return { type: { extension: main[1], mime: main[2] } };
  }
  if (!course && mimetype?.startsWith('application/vnd.oasis.opendocument'))
    return judgeOpenDocument(mimetype.trim(), contents);
  if (mimetype?.startsWith('application/epub')) return { instead: 'epub' };
  if (names.size === 0) return { problem: 'file_archive_empty' };
  return { type: { extension: 'zip', mime: 'application/zip', ...(course ? { package: course } : {}) } };
}

function judgeOpenDocument(mime: string, { names, manifest, hasDoctype }: Contents): Verdict {
  const extension = openDocument.get(mime);
  if (extension === undefined) return { instead: 'open_document' };
  if (manifest?.includes('encryption-data') === true) return { problem: locked };
  if ([...names].some((name) => openMacros.test(name))) return macros;
  return hasDoctype ? { problem: declares } : { type: { extension, mime } };
}

async function readArchive(path: string, limits: ZipLimits): Promise<Contents> {
  const zip = await openArchive(path);
  const names = new Set<string>();
  let budget = limits.inflatedBytes;
  let contentTypes: string | null = null;
  let mimetype: string | null = null;
  let manifest: string | null = null;
  let hasDoctype = false;
  const sounds = new Set<string>();
  const inner = new InnerNames(limits.entries);
  try {
    if (zip.entryCount > limits.entries) throw new Refusal('file_too_many_files');
    for await (const entry of entriesOf(zip)) {
      names.add(entry.fileName);
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted()) throw new Refusal(locked);
      const isMark =
        entry.fileName === '[Content_Types].xml' ||
        entry.fileName === openManifest ||
        (entry.fileName === 'mimetype' && names.size === 1);
      const isXml = /\.(?:xml|rels)$/i.test(entry.fileName);
      const isSound = /\.au$/i.test(entry.fileName);
      const keepBytes = isMark ? markBytes : isXml ? prologBytes : isSound ? soundMark.length : 0;
      const { size, text } = await inflate(zip, entry, {
        budget,
        keepBytes,
        look: /\.zip$/i.test(entry.fileName) ? (chunk) => inner.take(chunk) : undefined,
      });
      budget -= size;
      // In UTF-16 every second byte is zero. Manifests by older programs contain a DOCTYPE, and no other declaration.
      if (isXml && entry.fileName !== openManifest)
        hasDoctype ||= /<!DOCTYPE/i.test(text.slice(0, prologBytes).replaceAll('\0', ''));
      if (isSound && text === soundMark) sounds.add(entry.fileName);
      if (entry.fileName === '[Content_Types].xml') contentTypes = text;
      else if (entry.fileName === openManifest) manifest = text;
      else if (isMark) mimetype = text;
    }
  } finally {
    zip.close();
  }
  return { names, sounds, inner: inner.names, contentTypes, mimetype, manifest, hasDoctype };
}

/** Returns whether the end of an archive, whose list of entries ends exactly there, is followed by more than its comment. */
async function goesOnAfterEnd(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const step = 64 * 1024;
    for (let from = 0; from + endBytes <= size; from += step) {
      const piece = await readAt(file, from, step + endBytes);
      for (let at = piece.indexOf(endMark); at >= 0 && at < step; at = piece.indexOf(endMark, at + 1)) {
        if (at + endBytes > piece.length) break;
        const directory = piece.readUInt32LE(at + 12) + piece.readUInt32LE(at + 16);
        const end = from + at + endBytes + piece.readUInt16LE(at + 20);
        if (directory === from + at && end < size) return true;
      }
    }
    return false;
  } finally {
    await file.close();
  }
}

function openArchive(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  let settle: ((found: Entry | Error | null) => void) | undefined;
  // The listeners stay: an error without a listener would end the process.
  zip.on('entry', (entry: Entry) => settle?.(entry));
  zip.on('end', () => settle?.(null));
  zip.on('error', (error: Error) => settle?.(error));
  for (;;) {
    const found = await new Promise<Entry | Error | null>((resolve) => {
      settle = resolve;
      zip.readEntry();
    });
    if (found instanceof Error) throw found;
    if (!found) return;
    yield found;
  }
}

/** Inflates one entry, counting the actual bytes; keeps the given number of its first bytes as text, and passes all of them to `look`. */
async function inflate(
  zip: ZipFile,
  entry: Entry,
  {
    budget,
    keepBytes,
    look,
  }: {
    readonly budget: number;
    readonly keepBytes: number;
    readonly look: ((chunk: Buffer) => void) | undefined;
  },
): Promise<{ readonly size: number; readonly text: string }> {
  if (entry.uncompressedSize > budget) throw new Refusal(tooBig);
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const kept: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    const chunk = piece as Buffer;
    size += chunk.length;
    if (size > budget) throw new Refusal(tooBig);
    look?.(chunk);
    const room = keepBytes - (size - chunk.length);
    if (room > 0) kept.push(chunk.subarray(0, room));
  }
  return { size, text: Buffer.concat(kept).toString('utf8') };
}
