import { useEffect, useRef, useState } from 'react';
import type { TextEdges } from '#app/features/pdf/layout.ts';
import { contentOf } from '#app/features/pdf/reading/contents.ts';
import { edgesOf, widerEdges } from '#app/features/pdf/reading/text-edges.ts';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';

/** The number of pages measured before and after the reader's. */
const reach = 2;

type Edges = ReadonlyMap<number, TextEdges>;

function joinedEdges(before: Edges | null, found: Edges): Edges {
  const next = new Map(before);
  for (const [width, edges] of found) next.set(width, widerEdges(next.get(width), edges));
  const same =
    before !== null &&
    [...next].every(([width, { left, right }]) => {
      const known = before.get(width);
      return known?.left === left && known.right === right;
    });
  return same ? before : next;
}

/**
 * The left and right edges of the text by the width of pages, measured on the pages around the reader; null until the first
 * are measured. Does not measure while `wanted` is false.
 */
export function useTextEdges(pdf: Pdf, wanted: boolean, page: number): Edges | null {
  const [edges, setEdges] = useState<Edges | null>(null);
  const asked = useRef(new Set<number>());
  useEffect(() => {
    if (!wanted) return undefined;
    let over = false;
    const measure = async (): Promise<void> => {
      const near = Array.from({ length: 2 * reach + 1 }, (_, index) => page - reach + index).filter(
        (number) => number >= 1 && number <= pdf.numPages && !asked.current.has(number),
      );
      const contents = await Promise.allSettled(near.map((number) => contentOf(pdf, number)));
      if (over) return;
      for (const number of near) asked.current.add(number);
      const found = new Map<number, TextEdges>();
      for (const content of contents) {
        // A page that cannot be read shows its own error.
        const measured = content.status === 'fulfilled' ? edgesOf(content.value) : null;
        if (content.status !== 'fulfilled' || !measured) continue;
        const width = Math.round(content.value.width);
        found.set(width, widerEdges(found.get(width), measured));
      }
      setEdges((before) => joinedEdges(before, found));
    };
    void measure();
    return () => {
      over = true;
    };
  }, [pdf, wanted, page]);
  return edges;
}
