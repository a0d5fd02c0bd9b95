import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const anchorSchema = z.strictObject({
  head: z.string(),
  keyId: z.string(),
  signature: z.string(),
  body: z.string(),
});

/** A seal's text and signature as written outside the database (AUD-02). */
export type Anchor = z.infer<typeof anchorSchema>;

const tailBytes = 65_536;

/** The file of anchors of an installation. */
export const anchorFile = (dataDir: string): string => path.join(dataDir, 'anchors', 'heads.jsonl');

const parseLine = (line: string): Anchor | undefined => {
  try {
    const parsed = anchorSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Appends anchors and waits until they stand on the disk. A line that a crash cut short is ended first. */
export async function appendAnchors(file: string, anchors: readonly Anchor[]): Promise<void> {
  if (anchors.length === 0) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const tail = await readTail(file);
  const handle = await open(file, 'a', 0o600);
  try {
    const lead = tail === '' || tail.endsWith('\n') ? '' : '\n';
    await handle.write(lead + anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readTail(file: string): Promise<string> {
  let size: number;
  try {
    ({ size } = await stat(file));
  } catch (error) {
    if (isAbsent(error)) return '';
    throw error;
  }
  const handle = await open(file, 'r');
  try {
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}

/** The anchor written last, or undefined when there is none. */
export async function lastAnchor(file: string): Promise<Anchor | undefined> {
  const lines = (await readTail(file)).split('\n');
  for (const line of lines.reverse()) {
    const anchor = line === '' ? undefined : parseLine(line);
    if (anchor) return anchor;
  }
  return undefined;
}

/** One line of the file; `anchor` is undefined where it cannot be read. */
export interface AnchorLine {
  readonly line: number;
  readonly anchor: Anchor | undefined;
}

/**
 * Every line of the file in its order; nothing when there is no file. A line that a crash cut short and that stands whole right
 * after it is left out.
 */
export async function* readAnchors(file: string): AsyncGenerator<AnchorLine> {
  try {
    await stat(file);
  } catch (error) {
    if (isAbsent(error)) return;
    throw error;
  }
  let line = 0;
  let torn: { readonly line: number; readonly text: string } | undefined;
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    line += 1;
    const anchor = parseLine(text);
    if (torn && !(anchor && text.startsWith(torn.text))) yield { line: torn.line, anchor: undefined };
    torn = anchor || text === '' ? undefined : { line, text };
    if (anchor) yield { line, anchor };
  }
  if (torn) yield { line: torn.line, anchor: undefined };
}
