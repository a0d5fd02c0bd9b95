import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { Verdict } from '#server/platform/files/types/verdict.ts';

/** First bytes of a ZIP archive with an entry; an empty one has 'PK\5\6' and is refused as empty. */
export const zipMagic = Buffer.from('504b0304', 'hex');

/** How much an archive may hold. */
export interface ZipLimits {
  readonly entries: number;
  readonly inflatedBytes: number;
}

/** Limits on what an archive may unpack to, counted on bytes that were really inflated (T13). */
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
];

const tooBig = 'unpacks to more than this installation takes.';
const macros: Verdict = { problem: 'contains macros. Save it without macros and try again.' };

/** What one pass over an archive found. */
interface Contents {
  readonly names: ReadonlySet<string>;
  /** Text of `[Content_Types].xml`, the mark of Office Open XML. */
  readonly contentTypes: string | null;
  /** Text of `mimetype`, the mark of OpenDocument and EPUB. */
  readonly mimetype: string | null;
}

/** Raised inside the pass to end it with a verdict. */
class Refusal extends Error {
  readonly verdict: Verdict;

  constructor(problem: string) {
    super(problem);
    this.verdict = { problem };
  }
}

/**
 * Judges an archive: Office Open XML by its content types, else ZIP. Everything is inflated once, to nowhere, so that
 * sizes are real; names that leave the archive's folder, passwords and damage are refused (MOD-07, T13).
 */
export async function judgeZip(path: string, limits = zipLimits): Promise<Verdict> {
  let contents: Contents;
  try {
    contents = await readArchive(path, limits);
  } catch (error) {
    if (error instanceof Refusal) return error.verdict;
    if (error instanceof Error && 'syscall' in error) throw error;
    return { problem: 'is a damaged archive and cannot be read.' };
  }
  const { contentTypes, mimetype, names } = contents;
  if (contentTypes !== null) {
    if (
      /macroEnabled/i.test(contentTypes) ||
      [...names].some((name) => /(?:^|\/)vbaProject\.bin$/i.test(name))
    )
      return macros;
    const main = office.find(([part]) => contentTypes.includes(`${part}.main+xml`));
    if (main) return { type: { extension: main[1], mime: main[2] } };
  }
  if (mimetype?.startsWith('application/vnd.oasis.opendocument')) return { instead: 'an OpenDocument file' };
  if (mimetype?.startsWith('application/epub')) return { instead: 'an EPUB book' };
  if (names.size === 0) return { problem: 'is an empty archive.' };
  return { type: { extension: 'zip', mime: 'application/zip' } };
}

async function readArchive(path: string, limits: ZipLimits): Promise<Contents> {
  const zip = await openArchive(path);
  const names = new Set<string>();
  let budget = limits.inflatedBytes;
  let contentTypes: string | null = null;
  let mimetype: string | null = null;
  try {
    if (zip.entryCount > limits.entries) throw new Refusal('holds too many files.');
    for await (const entry of entriesOf(zip)) {
      names.add(entry.fileName);
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted())
        throw new Refusal('is protected by a password. Remove the password and try again.');
      const keep =
        entry.fileName === '[Content_Types].xml' || (entry.fileName === 'mimetype' && names.size === 1);
      const { size, text } = await inflate(zip, entry, budget, keep);
      budget -= size;
      if (entry.fileName === '[Content_Types].xml') contentTypes = text;
      else if (keep) mimetype = text;
    }
  } finally {
    zip.close();
  }
  return { names, contentTypes, mimetype };
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
  // The listeners stay: an error that nobody listens to would end the process.
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

/** Inflates one entry, counting what really comes out; keeps up to a mebibyte of it as text. */
async function inflate(
  zip: ZipFile,
  entry: Entry,
  budget: number,
  keep: boolean,
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
    if (keep && size <= 1024 * 1024) kept.push(chunk);
  }
  return { size, text: Buffer.concat(kept).toString('utf8') };
}
