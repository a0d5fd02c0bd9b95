import type { Figure } from '#app/features/pdf/reading/figures.ts';
import { continuesSentence, joined } from '#app/features/pdf/reading/join-text.ts';
import type { Box } from '#app/features/pdf/reading/page-content.ts';
import type { Profile } from '#app/features/pdf/reading/profile.ts';
import type { TextLine } from '#app/features/pdf/reading/text-lines.ts';

/** A part of the reflowed text of a page. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3 | 4; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'item'; readonly marker: string; readonly depth: number; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: Figure };

/** A line joined with its neighbours, or a figure; in reading order. */
export type Row =
  | { readonly kind: 'line'; readonly line: TextLine; readonly edge: number }
  | { readonly kind: 'figure'; readonly box: Box; readonly figure: Figure };

const bullet = /^([•▪◦‣·●○■□➢➤✓\uF0B7\uF0A7\uF0D8–—-])\s+(?=\S)/u;
const numbered = /^(\(?(?:\d{1,2}|[a-z])[.)])\s+(?=\S)/u;

interface Open {
  kind: 'heading' | 'paragraph' | 'item';
  text: string;
  last: TextLine;
  /** The right edge of full lines of the block. */
  edge: number;
  level: 2 | 3 | 4;
  marker: string;
  left: number;
}

function levelOf(size: number, { headingSizes }: Profile): 2 | 3 | 4 {
  const rank = headingSizes.findIndex((heading) => size >= heading - 0.26);
  return rank === 0 ? 2 : rank === 1 ? 3 : 4;
}

function isHeading({ text, size, bold }: TextLine, profile: Profile): boolean {
  if (!/\p{L}/u.test(text)) return false;
  const largest = Math.min(...profile.headingSizes);
  if (size >= largest - 0.26) return true;
  return (
    bold && !profile.bodyBold && text.length <= 100 && !/[.;,]$/.test(text) && size >= profile.bodySize * 0.95
  );
}

const isShort = ({ last, edge, left }: Open, share: number): boolean =>
  last.box.right < left + (edge - left) * share;

/** Returns whether a line belongs to the open block before it. */
function belongs(open: Open, line: TextLine, profile: Profile): boolean {
  const { last } = open;
  const heading = isHeading(line, profile);
  if (open.kind === 'heading') {
    const close = line.box.top - last.box.bottom < 0.9 * line.size && line.box.top > last.box.top;
    return heading && close && Math.abs(line.size - last.size) < 0.6 && line.bold === last.bold;
  }
  if (heading || Math.abs(line.size - last.size) > 0.12 * last.size + 0.3) return false;
  const before = open.text;
  // Across the end of a column: only the sentence decides.
  if (line.box.top < last.box.top)
    return continuesSentence(before, line.text) || /\p{L}[-\u00AD\u2010]$/u.test(before);
  const advance = (line.box.top - last.box.top) / last.size;
  if (advance > profile.leading * 1.25 + 0.08) return false;
  const ended = /[.!?:]["”»)\]]*$/u.test(before);
  if (open.kind === 'item' && line.box.left < open.left - 0.4 * line.size) return false;
  if (open.kind === 'item' && line.box.left < open.left + 0.4 * line.size && ended && isShort(open, 0.9))
    return false;
  // An entry of a table of contents ends with its page.
  if (/[.·…]{3,}\s*\S{1,4}$/u.test(last.text)) return false;
  if (bullet.test(line.text)) return false;
  if (numbered.test(line.text) && (ended || isShort(open, 0.85))) return false;
  if (ended && isShort(open, 0.8)) return false;
  if (isShort(open, 0.55) && /^[\p{Lu}\d]/u.test(line.text)) return false;
  // An indented line starts a paragraph.
  const indented = line.box.left > last.box.left + 0.8 * line.size;
  return !(open.kind === 'paragraph' && indented && ended);
}

function opened(line: TextLine, edge: number, profile: Profile): Open {
  const base = {
    last: line,
    edge,
    left: line.box.left,
    level: levelOf(line.size, profile),
    marker: '',
  } as const;
  if (isHeading(line, profile)) return { ...base, kind: 'heading', text: line.text };
  const marked = bullet.exec(line.text) ?? numbered.exec(line.text);
  if (!marked) return { ...base, kind: 'paragraph', text: line.text };
  const [whole, sign = ''] = marked;
  return {
    ...base,
    kind: 'item',
    marker: /[\p{L}\d]/u.test(sign) ? sign : '•',
    text: line.text.slice(whole.length),
  };
}

/** Returns headings, paragraphs and list items for rows in reading order (VIEW-02). */
export function blocksOf(rows: readonly Row[], profile: Profile): readonly Block[] {
  const blocks: Block[] = [];
  // The indents of the list that is open, the outermost first.
  let indents: number[] = [];
  const put = ({ kind, text, level, marker, left }: Open): void => {
    if (kind !== 'item') {
      indents = [];
      blocks.push(kind === 'heading' ? { kind, level, text } : { kind, text });
    } else {
      indents = [...indents.filter((indent) => indent < left - 5), left];
      blocks.push({ kind, marker, depth: Math.min(3, indents.length - 1), text });
    }
  };
  let open: Open | null = null;
  for (const row of rows) {
    if (row.kind === 'figure') {
      if (open) put(open);
      open = null;
      blocks.push({ kind: 'figure', figure: row.figure });
    } else if (open && belongs(open, row.line, profile)) {
      open.text = joined(open.text, row.line.text);
      open.last = row.line;
      open.edge = Math.max(open.edge, row.edge);
    } else {
      if (open) put(open);
      open = opened(row.line, row.edge, profile);
    }
  }
  if (open) put(open);
  return blocks;
}
