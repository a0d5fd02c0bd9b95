import { noticeTypes } from '#shared/domain/notifications/types.ts';
import { expiryKinds } from '#shared/domain/reminders/expiry.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import { german } from './de.ts';
import { spanish } from './es.ts';
import type { NoticeTexts } from './texts.ts';

const textsOf: Readonly<Record<Language, NoticeTexts>> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
};

/** What a notification holds, and the name of the person whom it is about as it is today. */
export interface NoticeFacts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly self: boolean;
}

/** A parameter that is a number, null where it is none. */
export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Title and message of a notification in its reader's language (NOT-01, SHELL-09): for the bell and for the messages of browsers.
 * A type without texts, or one that was kept as a finished sentence, shows its own.
 */
export function renderNotice(
  type: string,
  language: Language,
  { params, name, self }: NoticeFacts,
): { readonly title: string; readonly message: string } {
  const known = noticeTypes.find((notice) => notice === type);
  if (known === undefined || typeof params['message'] === 'string') {
    return { title: textOf(params['title']), message: textOf(params['message']) };
  }
  const [title, message] = textsOf[language][known]({
    name,
    self,
    title: textOf(params['title']),
    matrix: textOf(params['matrix']),
    date: dateOf(params['dueDate'], language),
    people: numberOf(params['people']) ?? 1,
    version: textOf(params['version']),
    from: textOf(params['from']),
    to: textOf(params['to']),
    expires: expiryKinds.find((kind) => kind === params['kind']) ?? 'review',
  });
  return { title, message };
}

/** A calendar date as the language writes it; it is in no zone. */
function dateOf(value: unknown, language: Language): string {
  const text = textOf(value);
  if (text === '') return '';
  return new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${text}T00:00:00Z`));
}
