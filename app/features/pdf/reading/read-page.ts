import type { OPS } from 'pdfjs-dist';
import type { Box, PageContent, Piece } from '#app/features/pdf/reading/page-content.ts';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';

type Matrix = readonly [number, number, number, number, number, number];
type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;
type Operators = Awaited<ReturnType<PdfPage['getOperatorList']>>;

/** The numbers of the operators in pdf.js. */
export type Codes = typeof OPS;

/** Combines two transformations: the second is applied first. */
function product(first: Matrix, second: Matrix): Matrix {
  return [
    first[0] * second[0] + first[2] * second[1],
    first[1] * second[0] + first[3] * second[1],
    first[0] * second[2] + first[2] * second[3],
    first[1] * second[2] + first[3] * second[3],
    first[0] * second[4] + first[2] * second[5] + first[4],
    first[1] * second[4] + first[3] * second[5] + first[5],
  ];
}

/** Returns the rectangle around a transformed one. */
function placed([a, b, c, d, e, f]: Matrix, x0: number, y0: number, x1: number, y1: number): Box {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const isMatrix = (value: unknown): value is Matrix =>
  Array.isArray(value) && value.length >= 6 && value.every((entry) => typeof entry === 'number');

/** Returns the pictures and shapes that the operators of a page draw, within the page. */
export function graphicsOf(
  { fnArray, argsArray }: Pick<Operators, 'fnArray' | 'argsArray'>,
  start: Matrix,
  page: { readonly width: number; readonly height: number },
  codes: Codes,
): { readonly images: readonly Box[]; readonly shapes: readonly Box[] } {
  const [images, shapes]: [Box[], Box[]] = [[], []];
  const stack: Matrix[] = [];
  let matrix = start;
  const put = (list: Box[], box: Box): void => {
    const inside = {
      left: Math.max(0, box.left),
      top: Math.max(0, box.top),
      right: Math.min(page.width, box.right),
      bottom: Math.min(page.height, box.bottom),
    };
    if (inside.left <= inside.right && inside.top <= inside.bottom) list.push(inside);
  };
  for (const [at, operator] of fnArray.entries()) {
    const args: readonly unknown[] = (argsArray[at] as readonly unknown[] | null) ?? [];
    switch (operator) {
      case codes.save:
        stack.push(matrix);
        break;
      case codes.restore:
      case codes.paintFormXObjectEnd:
        matrix = stack.pop() ?? start;
        break;
      case codes.transform:
        if (isMatrix(args)) matrix = product(matrix, args);
        break;
      case codes.paintFormXObjectBegin:
        stack.push(matrix);
        if (isMatrix(args[0])) matrix = product(matrix, args[0]);
        break;
      case codes.paintImageXObject:
      case codes.paintInlineImageXObject:
      case codes.paintImageMaskXObject:
        put(images, placed(matrix, 0, 0, 1, 1));
        break;
      case codes.constructPath: {
        const [kind, , bounds] = args;
        // A path that is only closed clips the content after it.
        if (kind === codes.endPath || !(bounds instanceof Float32Array)) break;
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bounds;
        put(shapes, placed(matrix, x0, y0, x1, y1));
        break;
      }
    }
  }
  return { images, shapes };
}

/** Letters that readers cannot use: from private fonts, or without a known character. */
const unknown = /[\uE000-\uF09F\uF100-\uF8FF\uFFFD\p{Cc}]/gu;

/** Reads the content of a page: its text with positions and sizes, its pictures and shapes. */
export async function readPage(
  pdf: Pick<Pdf, 'getPage'>,
  number: number,
  codes: Codes,
): Promise<PageContent> {
  const page = await pdf.getPage(number);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const start = transform as unknown as Matrix;
  const [text, operators] = await Promise.all([page.getTextContent(), page.getOperatorList()]);
  const pieces: Piece[] = [];
  const rotated: Box[] = [];
  let [all, useless] = [0, 0];
  for (const item of text.items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const matrix = product(start, item.transform as unknown as Matrix);
    const size = Math.hypot(matrix[2], matrix[3]) || 1;
    const [x, y] = [matrix[4], matrix[5]];
    all += item.str.length;
    if (item.dir === 'rtl' || item.dir === 'ttb') useless += item.str.length;
    else useless += item.str.match(unknown)?.length ?? 0;
    // Turned text is a label of a drawing, or a mark across the page.
    if (Math.abs(Math.atan2(matrix[1], matrix[0])) > 0.05) {
      const scale = size / Math.hypot(item.transform[2] as number, item.transform[3] as number);
      rotated.push({ left: x - size, top: y - item.width * scale, right: x + size, bottom: y });
      continue;
    }
    pieces.push({
      text: item.str,
      box: { left: x, top: y - 0.8 * size, right: x + item.width, bottom: y + 0.2 * size },
      size,
      bold: isBold(page, item.fontName),
    });
  }
  const { images, shapes } = graphicsOf(operators, start, { width, height }, codes);
  return {
    width,
    height,
    pieces,
    images,
    shapes: [...shapes, ...rotated],
    unreadable: all === 0 ? 0 : useless / all,
  };
}

function isBold({ commonObjs }: PdfPage, fontName: string): boolean {
  // The fonts are known once the operators are.
  const font: unknown = commonObjs.has(fontName) ? commonObjs.get(fontName) : null;
  if (typeof font !== 'object' || font === null || !('name' in font)) return false;
  return typeof font.name === 'string' && /bold|black|heavy|semibold/i.test(font.name);
}
