/** A step of `npm run check`: refuses the patterns of plain-english-patterns.ts in documents, the English catalogue and comments. */
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { leftOut, patterns } from './plain-english-patterns.ts';
import { root } from './steps.ts';

/** Replaces the text with signs that no pattern matches, and keeps its lines. */
const blank = (text: string): string => text.replaceAll(/[^\n]/gu, '·');
const spaces = (text: string): string => text.replaceAll(/[^\n]/gu, ' ');

/** Markdown without code, addresses of links and comments. */
const ofMarkdown = (text: string): string =>
  text
    .replaceAll(/^ *```[^]*?^ *```/gmu, blank)
    .replaceAll(/`[^`]+`|<!--[^]*?-->|\]\([^)]*\)/gu, blank)
    .replaceAll(/[*_]{1,2}(?=\w)|(?<=\w[.!?]?)[*_]{1,2}/gu, spaces);

/** Returns the English of a catalogue: of an entry with an id its translation, of others what they are found by. */
const ofCatalogue = (text: string): string =>
  text
    .split(/(?<=\n\n)/u)
    .map((entry) => {
      const hasId = /^#\. js-lingui-explicit-id$/mu.test(entry);
      const start = entry.search(hasId ? /^msgstr "/mu : /^msgid "/mu);
      const end = hasId ? entry.length : entry.search(/^msgstr "/mu);
      return start < 0
        ? blank(entry)
        : blank(entry.slice(0, start)) + quoted(entry.slice(start, end)) + blank(entry.slice(end));
    })
    .join('');

/** Returns the quoted lines of a part of an entry, but for headers of the file. */
const quoted = (part: string): string =>
  part.replaceAll(/^.*$/gmu, (line) => (/^msg\w+ "|^"(?!.*\\n"$)/u.test(line) ? line : blank(line)));

/** Returns the comments of a program. */
function ofProgram(file: string, text: string): string {
  let prose = '';
  let end = 0;
  for (const comment of parseSync(file, text).comments) {
    const written = text
      .slice(comment.start, comment.end)
      .replaceAll(/^\s*\*(?!\/)|^\/[/*]+|\*\/$|`[^`]*`/gmu, spaces);
    const between = text.slice(end, comment.start);
    prose += (/\S/u.test(between) ? blank(between) : between) + written;
    end = comment.end;
  }
  return prose + blank(text.slice(end));
}

/** What people read in a file; everything else is blank. */
function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return ofMarkdown(text);
  if (file.endsWith('.po')) return ofCatalogue(text);
  return ofProgram(file, text);
}

/** Returns one line per place where a pattern matches. */
export function findPatterns(file: string, text: string): string[] {
  const applied = patterns.filter(({ paths }) =>
    paths.some((item) => (item.endsWith('/') ? file.startsWith(item) : file === item)),
  );
  if (applied.length === 0) return [];
  const prose = proseOf(file, text);
  return applied.flatMap(({ words, better }) =>
    [...prose.matchAll(words)].map((match) => {
      const line = prose.slice(0, match.index).split('\n').length;
      return `${file}:${line} "${match[0].replaceAll(/[·\s]+/gu, ' ').trim()}" → ${better}`;
    }),
  );
}

if (import.meta.main) {
  const all = ['*.md', 'docs/**/*.md', 'app/locales/*/en.po', '{app,server,shared,scripts}/**/*.{ts,tsx}'];
  const files = fs
    .globSync(all, { cwd: root })
    .filter((file) => leftOut.every((pattern) => !pattern.test(file)));
  const found = files.flatMap((file) => findPatterns(file, fs.readFileSync(path.join(root, file), 'utf8')));
  process.stderr.write(found.map((line) => `${line}\n`).join(''));
  process.exitCode = found.length === 0 ? 0 : 1;
}
