import { around, sharedHeight, type Box, type Piece } from '#app/features/pdf/reading/page-content.ts';

/** Text on one line without a gap that separates columns or cells. */
export interface TextLine {
  readonly text: string;
  readonly box: Box;
  readonly size: number;
  readonly bold: boolean;
}

/** A wider gap separates columns and cells, in sizes of the letters. */
const widestGap = 1.2;
/** A narrower space does not separate words. */
const narrowestSpace = 0.12;

interface OpenLine {
  pieces: Piece[];
  box: Box;
  size: number;
}

/** Returns whether a piece continues a line: next to its end, at about the same height. */
function continues(line: OpenLine, piece: Piece): boolean {
  const gap = piece.box.left - line.box.right;
  const size = Math.max(line.size, piece.size);
  return gap > -size && gap <= widestGap * size && sharedHeight(line.box, piece.box) >= 0.5;
}

/** Joins the pieces of a page to lines, in the order of the document; smaller letters above or below the line belong to it. */
export function linesOf(pieces: readonly Piece[]): readonly TextLine[] {
  const open: OpenLine[] = [];
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue;
    // Documents draw line by line: the line that continues is nearly always among the last.
    const line = open.slice(-6).findLast((candidate) => continues(candidate, piece));
    if (line) {
      line.pieces.push(piece);
      line.box = around([line.box, piece.box]) ?? line.box;
      line.size = Math.max(line.size, piece.size);
    } else open.push({ pieces: [piece], box: piece.box, size: piece.size });
  }
  return open.map(closed).filter(({ text }) => text !== '');
}

function closed({ pieces, box, size }: OpenLine): TextLine {
  const ordered = pieces.toSorted((one, other) => one.box.left - other.box.left);
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  const letters = { all: 0, bold: 0 };
  for (const piece of ordered) {
    const apart = piece.box.left - end > narrowestSpace * piece.size;
    text += apart && text !== '' ? ` ${piece.text}` : piece.text;
    end = piece.box.right;
    letters.all += piece.text.length;
    if (piece.bold) letters.bold += piece.text.length;
  }
  return { text: text.replaceAll(/\s+/g, ' ').trim(), box, size, bold: letters.bold > letters.all * 0.8 };
}
