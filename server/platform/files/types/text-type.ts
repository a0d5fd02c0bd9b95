import { open } from 'node:fs/promises';
import type { FileContent, Verdict } from '#server/platform/files/types/verdict.ts';

/** The mark of files that are not text; logs of machines and terminals contain other control characters. */
const zero = '\0';

const markup: readonly (readonly [RegExp, FileContent])[] = [
  [/^<(?:!doctype\s+html|html|head|body|script|iframe|meta|title)\b/i, 'html'],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!doctype\s+svg[^>]*>\s*)*<svg\b/i, 'svg'],
  [/^<\?xml\b/i, 'xml'],
  [/^<\?php\b/i, 'program'],
  [/^#!/, 'program'],
];

/** Returns the type of a text with this start if it is not plain text; null for plain text. */
export function markupOf(beginning: string): FileContent | null {
  const start = beginning.trimStart();
  return markup.find(([form]) => form.test(start))?.[1] ?? null;
}

/** The escapes by which a seven-bit text switches to Japanese characters. */
// oxlint-disable-next-line no-control-regex
const toJapanese = /\u001b\$(?:[@B]|\(D)/;

/** Returns whether a text is ISO-2022-JP: it has its escapes, seven bits only, and reads as such. */
async function isJapanese(path: string): Promise<boolean> {
  const decoder = new TextDecoder('iso-2022-jp', { fatal: true });
  const file = await open(path, 'r');
  let before = '';
  let found = false;
  try {
    for await (const chunk of file.createReadStream({ highWaterMark: 256 * 1024, autoClose: false })) {
      const bytes = chunk as Buffer;
      decoder.decode(bytes, { stream: true });
      const text = before + bytes.toString('latin1');
      found ||= toJapanese.test(text);
      before = text.slice(-4);
    }
    decoder.decode();
    return found;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Checks a file as plain text: UTF-8, ISO-2022-JP, or UTF-16 with its mark, with text only (MOD-07); a file of only spaces and
 * line breaks is blank.
 */
export async function judgeText(path: string, head: Buffer): Promise<Verdict> {
  const utf16 =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : null;
  const encoding = utf16 ?? ((await isJapanese(path)) ? 'iso-2022-jp' : 'utf-8');
  const decoder = new TextDecoder(encoding, { fatal: true });
  const file = await open(path, 'r');
  let beginning = '';
  let blank = true;
  try {
    for await (const chunk of file.createReadStream({ highWaterMark: 256 * 1024, autoClose: false })) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if (text.includes(zero)) return { instead: 'binary' };
      blank &&= !/\S/.test(text);
      if (beginning.length < 1024) beginning += text.slice(0, 1024);
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: 'file_not_utf', as: 'txt' };
  } finally {
    await file.close();
  }
  const instead = markupOf(beginning);
  if (instead) return { instead };
  return {
    type: { extension: 'txt', mime: `text/plain; charset=${encoding}`, ...(blank && { blank: true }) },
  };
}
