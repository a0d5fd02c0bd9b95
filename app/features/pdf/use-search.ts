import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { findMatches, type Match, type TextPiece } from '#app/features/pdf/find-matches.ts';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';

/** A match and the page on which it is found. */
export interface PlacedMatch {
  readonly page: number;
  readonly match: Match;
}

/** With more matches than this, the search stops. */
const mostMatches = 2000;

/** The results of a search so far. */
export interface Search {
  readonly matches: readonly PlacedMatch[];
  /** Pages are still being read. */
  readonly searching: boolean;
  /** 0 for the first match. */
  readonly current: number;
  readonly step: (by: 1 | -1) => void;
}

/** Searches all pages for words (VIEW-02), starting at the reader's page; the text of each page is read once. */
export function useSearch(pdf: Pdf, words: string, page: number): Search {
  const [wanted] = useDebouncedValue(words.trim(), 200);
  const texts = useRef(new Map<number, readonly TextPiece[]>());
  const from = useRef(page);
  const [found, setFound] = useState<{ matches: readonly PlacedMatch[]; searching: boolean }>(nothing);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    from.current = page;
  }, [page]);
  useEffect(() => {
    if (wanted === '') return undefined;
    let over = false;
    const search = async (): Promise<void> => {
      const matches: PlacedMatch[] = [];
      for (let number = 1; number <= pdf.numPages && matches.length < mostMatches; number += 1) {
        const pieces = texts.current.get(number) ?? (await piecesOf(pdf, number));
        texts.current.set(number, pieces);
        if (over) return;
        for (const match of findMatches(pieces, wanted)) matches.push({ page: number, match });
      }
      setFound({ matches, searching: false });
      setCurrent(
        Math.max(
          0,
          matches.findIndex((placed) => placed.page >= from.current),
        ),
      );
    };
    setFound({ matches: [], searching: true });
    search().catch(() => {
      // A page whose text cannot be read has none to find.
      if (!over) setFound(nothing);
    });
    return () => {
      over = true;
    };
  }, [pdf, wanted]);
  const matches = wanted === '' ? nothing.matches : found.matches;
  return useMemo(
    () => ({
      matches,
      searching: wanted !== '' && found.searching,
      current,
      step: (by) => setCurrent((at) => (at + by + matches.length) % Math.max(1, matches.length)),
    }),
    [matches, found.searching, wanted, current],
  );
}

const nothing: { matches: readonly PlacedMatch[]; searching: boolean } = { matches: [], searching: false };

async function piecesOf(pdf: Pdf, page: number): Promise<readonly TextPiece[]> {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return items.map((item) => ('str' in item ? item : { str: '' }));
}
