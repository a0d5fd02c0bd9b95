/** A piece of text on a page, as pdf.js returns it. */
export interface TextPiece {
  readonly str: string;
  readonly hasEOL?: boolean;
}

/** The part of one piece that belongs to a match: from inclusive, to exclusive. */
export interface MatchPart {
  readonly item: number;
  readonly from: number;
  readonly to: number;
}

/** One place where the words are found; a match may extend over several pieces. */
export type Match = readonly MatchPart[];

interface Folded {
  readonly text: string;
  /** For each character of `text`: its piece and its position in the piece; -1 for a space between pieces. */
  readonly places: readonly (readonly [item: number, at: number])[];
}

/** Without case and accents, so that 'resume' finds 'Résumé'. */
function fold(letter: string): string {
  return letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function foldPieces(pieces: readonly TextPiece[]): Folded {
  let text = '';
  const places: (readonly [number, number])[] = [];
  const add = (letters: string, item: number, at: number): void => {
    for (const letter of letters) {
      // Every run of white space is one space, also across pieces.
      const plain = /\s/.test(letter) ? ' ' : letter;
      if (plain === ' ' && text.endsWith(' ')) continue;
      text += plain;
      for (let unit = 0; unit < plain.length; unit += 1) places.push([item, at]);
    }
  };
  for (const [item, piece] of pieces.entries()) {
    let at = 0;
    for (const letter of piece.str) {
      add(fold(letter), item, at);
      at += letter.length;
    }
    if (piece.hasEOL) add(' ', -1, 0);
  }
  return { text, places };
}

/** Returns all places on a page where the words are found, in reading order, without regard to case, accents and line breaks (VIEW-02). */
export function findMatches(pieces: readonly TextPiece[], words: string): readonly Match[] {
  const wanted = Array.from(words.trim(), fold).join('').replaceAll(/\s+/g, ' ');
  if (wanted === '') return [];
  const { text, places } = foldPieces(pieces);
  const matches: Match[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    matches.push(partsOf(places.slice(at, at + wanted.length), pieces));
  }
  return matches;
}

function partsOf(places: Folded['places'], pieces: readonly TextPiece[]): Match {
  const parts = new Map<number, MatchPart>();
  for (const [item, at] of places) {
    const piece = pieces[item];
    if (!piece) continue;
    const end = at + String.fromCodePoint(piece.str.codePointAt(at) ?? 32).length;
    parts.set(item, { item, from: parts.get(item)?.from ?? at, to: end });
  }
  return [...parts.values()];
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

/** Returns a piece of text as HTML with its found parts marked; all content of a document stays text. */
export function markPiece(
  text: string,
  parts: readonly (MatchPart & { readonly current: boolean })[],
): string {
  let html = '';
  let at = 0;
  for (const { from, to, current } of parts) {
    html += escapeHtml(text.slice(at, from));
    html += `<mark${current ? ' data-current="true"' : ''}>${escapeHtml(text.slice(from, to))}</mark>`;
    at = to;
  }
  return html + escapeHtml(text.slice(at));
}
