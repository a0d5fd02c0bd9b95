import { expect, test } from 'vitest';
import type { PageContent, Piece } from '#app/features/pdf/reading/page-content.ts';
import { profileOf } from '#app/features/pdf/reading/profile.ts';
import { betweenPages, reflowPage, type ReflowedPage } from '#app/features/pdf/reading/reflow.ts';

/** A line of text at a place; half as wide as high a letter, as prose is on average. */
const line = (
  text: string,
  left: number,
  top: number,
  fields: Partial<Piece> & { width?: number } = {},
): Piece => {
  const { size = 10, bold = false, width = text.length * size * 0.5 } = fields;
  return { text, size, bold, box: { left, top, right: left + width, bottom: top + size } };
};

const page = (pieces: readonly Piece[], fields: Partial<PageContent> = {}): PageContent => ({
  width: 600,
  height: 800,
  pieces,
  images: [],
  shapes: [],
  unreadable: 0,
  ...fields,
});

/** Lines under each other, as long as a column of this width. */
const column = (words: readonly string[], left: number, top: number, width = 470): Piece[] =>
  words.map((text, at) =>
    line(
      text,
      left,
      top + at * 12,
      at === words.length - 1 ? {} : { width: Math.max(width, text.length * 5) },
    ),
  );

const filler = column(
  Array.from(
    { length: 20 },
    (_, at) => `running text that says how large the letters of this document are ${String(at)}`,
  ),
  60,
  300,
);

const reflow = (content: PageContent, others: readonly PageContent[] = []): ReflowedPage =>
  reflowPage(content, profileOf([content, page(filler), ...others]));

const said = (reflowed: ReflowedPage): string[] =>
  reflowed.kind === 'picture'
    ? ['picture']
    : reflowed.blocks.map((block) => {
        if (block.kind === 'figure') return 'figure';
        if (block.kind === 'heading') return `h${String(block.level)} ${block.text}`;
        return block.kind === 'item' ? `${String(block.depth)}${block.marker} ${block.text}` : block.text;
      });

test('[VIEW-02] lines become paragraphs, words parted at the end of a line become whole, sizes make headings', () => {
  const content = page([
    line('Reporting events', 60, 100, { size: 20 }),
    line('What to report', 60, 140, { size: 14 }),
    ...column(
      [
        'Every serious adverse event is reported within 24 hours. The investi-',
        'gator decides whether it is related, and documents COVID-',
        '19 cases as every other one, with pre-',
        'and post-dose values.',
      ],
      60,
      170,
    ),
    ...column(['A second paragraph begins after a gap and', 'ends here.'], 60, 240),
    line('Roles', 60, 280, { bold: true }),
    ...column(['The sponsor is informed by the site without any delay that could be', 'avoided.'], 60, 300),
  ]);
  expect(said(reflow(content))).toEqual([
    'h2 Reporting events',
    'h3 What to report',
    'Every serious adverse event is reported within 24 hours. The investigator decides whether it is related, and documents COVID-19 cases as every other one, with pre- and post-dose values.',
    'A second paragraph begins after a gap and ends here.',
    'h4 Roles',
    'The sponsor is informed by the site without any delay that could be avoided.',
  ]);
});

test('[VIEW-02] two columns are read one after the other, with what spans them before', () => {
  const left = Array.from({ length: 6 }, (_, at) => `left column goes on line after line ${String(at)}`);
  const right = Array.from({ length: 6 }, (_, at) => `right column goes on line after line ${String(at)}`);
  // Drawn row by row, as some programs do.
  const rows = left.flatMap((text, at) => [
    line(text, 60, 200 + at * 12, { width: 220 }),
    line(right[at] ?? '', 310, 200 + at * 12, { width: 220 }),
  ]);
  const content = page([line('A title over both columns', 60, 150, { size: 20, width: 470 }), ...rows]);
  expect(said(reflow(content))).toEqual(['h2 A title over both columns', [...left, ...right].join(' ')]);
});

test('[VIEW-02] items of lists with signs and numbers, their wrapped lines, and lists in lists', () => {
  const content = page([
    ...column(['Before the visit you check three things, each of them in this order:', ''], 60, 100),
    line('•', 70, 130),
    line('the signed consent of the participant, in the version that is effec-', 90, 130, { width: 440 }),
    line('tive', 90, 142),
    line('• the delegation log', 70, 154),
    line('1. Open the binder.', 90, 170),
    line('2. Close it again.', 90, 182),
    line('• the temperature of the fridge', 70, 198),
  ]);
  expect(said(reflow(content))).toEqual([
    'Before the visit you check three things, each of them in this order:',
    '0• the signed consent of the participant, in the version that is effective',
    '0• the delegation log',
    '11. Open the binder.',
    '12. Close it again.',
    '0• the temperature of the fridge',
  ]);
});

test('[VIEW-02] headers and footers that repeat are left out, the same words in the text stay', () => {
  const pages = [1, 2, 3, 4].map((number) =>
    page([
      line('SOP-007 Archiving', 400, 30),
      ...column(
        [
          `Page ${String(number)} of the archive holds what SOP-007 Archiving demands, and this is line`,
          'two.',
        ],
        60,
        120,
      ),
      line(`Page ${String(number)} of 4`, 280, 770),
    ]),
  );
  const profile = profileOf(pages);
  expect(said(reflowPage(pages[1] ?? page([]), profile))).toEqual([
    'Page 2 of the archive holds what SOP-007 Archiving demands, and this is line two.',
  ]);
});

test('[VIEW-02] images, drawings and tables are figures in their place; text in a frame is text', () => {
  const table = [0, 1, 2].flatMap((row) => [
    line(`Visit ${String(row)}`, 60, 300 + row * 14),
    line(`Day ${String(row)}`, 200, 300 + row * 14),
    line('Blood pressure', 340, 300 + row * 14),
  ]);
  const content = page(
    [
      ...column(
        ['Text before the image, long enough to fill the column of the page well', 'enough.'],
        60,
        100,
      ),
      ...table,
      ...column(
        ['A note in a frame that is read like all other text, since it is running', 'text.'],
        70,
        400,
      ),
    ],
    {
      images: [{ left: 60, top: 150, right: 300, bottom: 280 }],
      shapes: [
        { left: 60, top: 392, right: 545, bottom: 394 },
        { left: 60, top: 392, right: 62, bottom: 430 },
        { left: 543, top: 392, right: 545, bottom: 430 },
        { left: 60, top: 428, right: 545, bottom: 430 },
      ],
    },
  );
  const reflowed = reflow(content);
  expect(said(reflowed)).toEqual([
    'Text before the image, long enough to fill the column of the page well enough.',
    'figure',
    'figure',
    'A note in a frame that is read like all other text, since it is running text.',
  ]);
  expect(reflowed.kind === 'blocks' && reflowed.blocks[2]).toMatchObject({
    figure: { text: expect.stringContaining('Visit 1 Day 1 Blood pressure') as string },
  });
});

test('[VIEW-02] what cannot be reflowed is a picture: a scan, unknown letters; an empty page is empty', () => {
  const scan = { left: 0, top: 0, right: 600, bottom: 800 };
  expect(reflow(page([], { images: [scan] })).kind).toBe('picture');
  expect(reflow(page(filler, { images: [scan] }))).toMatchObject({ kind: 'picture' });
  expect(reflow(page(filler, { unreadable: 0.9 }))).toEqual({ kind: 'picture', text: '' });
  expect(said(reflow(page([])))).toEqual([]);
});

test('[VIEW-02] a paragraph over the end of a page is whole on the page where it begins', () => {
  const blocks = (...texts: string[]): ReflowedPage => ({
    kind: 'blocks',
    blocks: texts.map((text) => ({ kind: 'paragraph', text })),
  });
  const [one, two] = [
    blocks('First.', 'This sentence is part-'),
    blocks('ed by the end of the page.', 'Next.'),
  ];
  expect(said(betweenPages(null, one, two))).toEqual([
    'First.',
    'This sentence is parted by the end of the page.',
  ]);
  expect(said(betweenPages(one, two, null))).toEqual(['Next.']);
  expect(said(betweenPages(null, blocks('Ended.'), two))).toEqual(['Ended.']);
  expect(said(betweenPages(blocks('Ended.'), two, null))).toHaveLength(2);
});
