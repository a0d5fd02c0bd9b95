import { useLingui } from '@lingui/react/macro';
import type { Block } from '#app/features/pdf/reading/blocks.ts';
import { RegionPicture } from '#app/features/pdf/reading/RegionPicture.tsx';
import classes from '#app/features/pdf/reading/Reading.module.css';
import type { Pdf } from '#app/features/pdf/use-page-sizes.ts';

type Item = Extract<Block, { kind: 'item' }>;
type Part = Exclude<Block, { kind: 'item' }> | { readonly kind: 'list'; readonly items: readonly Item[] };

/** Adjacent items are one list. */
function partsOf(blocks: readonly Block[]): readonly Part[] {
  const parts: (Exclude<Block, { kind: 'item' }> | { kind: 'list'; items: Item[] })[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.kind !== 'item') parts.push(block);
    else if (last?.kind === 'list') last.items.push(block);
    else parts.push({ kind: 'list', items: [block] });
  }
  return parts;
}

/** The reflowed text of a page: headings, paragraphs, lists, and figures as pictures (VIEW-02). */
export function BlockText({
  blocks,
  pdf,
  page,
  onDrawn,
}: {
  readonly blocks: readonly Block[];
  readonly pdf: Pdf;
  readonly page: number;
  /** Called when a figure is drawn. */
  readonly onDrawn: () => void;
}) {
  const { t } = useLingui();
  return partsOf(blocks).map((part, at) => {
    switch (part.kind) {
      case 'heading': {
        const Heading = `h${part.level}` as const;
        return (
          <Heading key={at} className={classes.heading} data-level={part.level}>
            {part.text}
          </Heading>
        );
      }
      case 'paragraph':
        return <p key={at}>{part.text}</p>;
      case 'list':
        return (
          <ul key={at} className={classes.list}>
            {part.items.map(({ marker, depth, text }, place) => (
              <li key={place} data-depth={depth}>
                <span className={classes.marker} aria-hidden={marker === '•' || undefined}>
                  {marker}
                </span>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        );
      case 'figure': {
        const { box, text } = part.figure;
        const words = text.slice(0, 400);
        return (
          <RegionPicture
            key={at}
            pdf={pdf}
            page={page}
            box={box}
            label={words === '' ? t`Figure on page ${page}` : t`Figure on page ${page}: ${words}`}
            onDrawn={onDrawn}
          />
        );
      }
    }
  });
}
