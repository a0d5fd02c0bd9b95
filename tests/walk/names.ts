import type { Page } from '@playwright/test';

/** Makes names of controls comparable from run to run and row to row. */
export interface Names {
  /** Figures become `#`, days `{day}`, and names that the server told `…`. */
  readonly plain: (text: string) => string;
}

const months =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)';
const day = new RegExp(
  `\\b${months} \\d{1,2}, \\d{4}\\b|\\b\\d{1,2} ${months} \\d{4}\\b|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b${months} \\d{4}\\b`,
  'g',
);

const ago =
  /\b\d+ (?:second|minute|hour|day|week|month|year)s? ago\b|\bjust now\b|\byesterday\b|\bnow(?=$| \()/gi;

/** Words that the server says and that are no names. */
const wordsAboutPerson = new Set(['Training Management System', 'HR Management System']);

/** Collects the names that the server tells this page: people, modules, organizations. */
export function collectNames(page: Page): Names {
  const found = new Set<string>();
  let known: RegExp | null = null;
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      const text = value.replaceAll(/\s+/g, ' ').trim();
      // One word may be a word of the screen too; a name of a person is put together from two.
      if (text.length >= 4 && text.length <= 400 && /[ @\d]|\.\w{3,4}$/.test(text) && /\p{L}/u.test(text)) {
        if (!wordsAboutPerson.has(text) && !found.has(text)) {
          found.add(text);
          known = null;
        }
      }
    } else if (Array.isArray(value)) value.forEach(collect);
    else if (value !== null && typeof value === 'object') {
      const { firstName, lastName, title, message } = value as Record<string, unknown>;
      if (typeof firstName === 'string' && typeof lastName === 'string') collect(`${firstName} ${lastName}`);
      // What a notification says stands together in its link.
      if (typeof title === 'string' && typeof message === 'string') collect(`${title}${message}`);
      Object.values(value).forEach(collect);
    }
  };
  page.on('response', (answer) => {
    if (answer.headers()['content-type']?.startsWith('application/json') !== true) return;
    // A page that is left takes the answers it did not read with it.
    void answer.json().then(collect, () => undefined);
  });
  return {
    plain: (text) => {
      known ??= new RegExp(
        `(?<![\\p{L}\\d])(?:${[...found]
          .sort((a, b) => b.length - a.length)
          .map((one) => RegExp.escape(one))
          .join('|')})(?!\\p{L})`,
        'gu',
      );
      const named = found.size === 0 ? text : text.replaceAll(known, '…');
      return (
        named
          .replaceAll(day, '{day}')
          .replaceAll(ago, '{ago}')
          // The sentence of an event: the walk itself adds events, and every day has others.
          .replace(/^(Show everything|Hide details): .+$/s, '$1: …')
          // One call of the API, and one of its fields, is documented like every other.
          .replace(/^(?:GET|POST|PUT|PATCH|DELETE) \/(?:api|scim)\/.+$/s, '…')
          .replace(/^(Show|Hide) the fields of .+$/s, '$1 the fields of …')
          .replaceAll(/\d+(?:[.,:]\d+)*/g, '#')
          // One of something is not another control than two.
          .replaceAll(/# person\b/g, '# people')
          .replaceAll(/# (day|document|module|training|certificate|step|file)\b/g, '# $1s')
          .replaceAll(/…(?:[ ·,–-]+…)+/g, '…')
      );
    },
  };
}
