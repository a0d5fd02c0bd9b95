import { runInNewContext } from 'node:vm';
import { expect, type Page } from '@playwright/test';

type Compiled = string | readonly Compiled[] | { readonly [key: string]: Compiled } | number | null;

const marks: Readonly<Record<string, string>> = {
  a: 'å',
  e: 'ë',
  i: 'ï',
  o: 'ø',
  u: 'ü',
  y: 'ÿ',
  A: 'Å',
  E: 'Ë',
  I: 'Ï',
  O: 'Ø',
  U: 'Ü',
  Y: 'Ÿ',
};

function mark(text: string): string {
  return text.replace(/[aeiouyAEIOUY]/g, (letter) => marks[letter] ?? letter);
}

const bare: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(marks).map(([letter, marked]) => [marked, letter]),
);

/** Takes the marks off again: a control is found by what it is called in the language itself. */
export function unmarked(text: string): string {
  return text.replace(/[åëïøüÿÅËÏØÜŸ]/g, (letter) => bare[letter] ?? letter);
}

/** Marks the texts of a compiled message and leaves names of values and kinds of plurals alone. */
function markMessage(message: Compiled): Compiled {
  if (typeof message === 'string') return mark(message);
  if (!Array.isArray(message)) return message;
  return message.map((token: Compiled) => {
    if (typeof token === 'string') return mark(token);
    if (!Array.isArray(token)) return token;
    return token.map((part: Compiled, at) =>
      at === 2 && part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).map(([key, value]) => [key, markMessage(value)]))
        : part,
    );
  });
}

/** Serves the catalogues of a language with marked vowels: a text without a mark did not come from the catalogue (UI.md). */
export async function usePseudoLanguage(page: Page, language: 'en' | 'de' = 'en'): Promise<void> {
  await page.route(new RegExp(`/assets/${language}-[\\w-]+\\.js$`), async (route) => {
    const answer = await route.fetch();
    const source = await answer.text();
    const literal = /JSON\.parse\((`[\s\S]*?`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\)/.exec(source);
    if (!literal?.[1]) throw new Error('A catalogue does not look as expected');
    const text: unknown = runInNewContext(literal[1]);
    const messages = JSON.parse(String(text)) as Record<string, Compiled>;
    const marked = Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id, markMessage(message)]),
    );
    const body = source.replace(literal[0], () => `JSON.parse(${JSON.stringify(JSON.stringify(marked))})`);
    await route.fulfill({ response: answer, body });
  });
}

/** A day, alone or with its time, as the browser's Intl writes it in English and in German. */
const dates = [
  /^(?:\p{L}+day, )?\p{L}{3,9} \d{1,2}, \d{4}(?: at [\d:]+ [AP]M [A-Z]{3,4}(?:[+-]\d{1,2}(?::\d{2})?)?(?: \([A-Z][\w/+-]+\))?)?$/u,
  /^(?:\p{L}+, )?\d{1,2}\. \p{L}{3,9}\.? \d{4}(?: um [\d:]+ [A-Z]{3,4}(?:[+-]\d{1,2}(?::\d{2})?)?(?: \([A-Z][\w/+-]+\))?)?$/u,
];

/** Fails with every visible text that has vowels but none marked; `data` are texts that come from records. */
export async function expectCatalogueOnly(
  page: Page,
  data: readonly (RegExp | (() => Promise<RegExp>))[] = [],
): Promise<void> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // What a document itself says is its own, as is what is never translated.
      const own = 'script, style, noscript, [translate="no"], option, svg, time, .textLayer';
      if (!parent || parent.closest(own)) continue;
      if (parent.checkVisibility()) found.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      // What measures the height of a text field: neither seen nor read out.
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[translate="no"]'))
        continue;
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  // Asked only now: what came until the texts were read is data too.
  const known = await Promise.all(
    data.map((one) => (typeof one === 'function' ? one() : Promise.resolve(one))),
  );
  const names = [/^(TrainTrail|JSONL)$/, /^[\d\s.,:%–-]*$/, ...dates, ...known];
  const stray = texts
    .map((text) => text.trim())
    .filter((text) => /[aeiou]/i.test(text) && /\p{L}{3}/u.test(text) && !/[åëïøüÿÅËÏØÜŸ]/.test(text))
    .filter((text) => !names.some((pattern) => pattern.test(text)));
  expect(stray, 'visible texts outside the catalogue').toEqual([]);
}

/**
 * Collects every text that the server answers to this page from now on: what is shown of them is data, whatever the
 * language. Answers a pattern for {@link expectCatalogueOnly} that matches texts made of nothing else.
 */
export function collectData(page: Page): { readonly pattern: () => Promise<RegExp> } {
  const found = new Set<string>();
  const reading: Promise<void>[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.add(value.trim());
    else if (Array.isArray(value)) value.forEach(collect);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
  };
  page.on('response', (answer) => {
    if (!answer.headers()['content-type']?.startsWith('application/json')) return;
    // A page that is left takes the answers it did not read with it.
    reading.push(answer.json().then(collect, () => undefined));
  });
  return {
    pattern: async () => {
      await Promise.all(reading);
      const texts = [...found].filter((text) => /\p{L}/u.test(text)).sort((a, b) => b.length - a.length);
      return new RegExp(
        `^(?:${texts.map((text) => RegExp.escape(text)).join('|')}|\\d+ (?:[Bb]ytes?|kB|MB|GB)|[\\s\\d\\p{P}\\p{S}])+$`,
        'u',
      );
    },
  };
}
