import { noticeTypes } from '#shared/domain/notifications/types.ts';
import { expiryKinds } from '#shared/domain/reminders/expiry.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';
import { expiringTexts, noticeTexts, unspecifiedTexts } from './notice-texts.ts';

/** The content of a notification, and the current name of the person whom it concerns. */
export interface NoticeFacts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly self: boolean;
}

/** Returns a parameter that is a number, null if it is none. */
export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Returns title and message of a notification in its reader's language (NOT-01, SHELL-09), for the bell and for the messages of
 * browsers. A type without texts, or one that was stored as a finished sentence, shows its own.
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
  const category = (value: unknown) => textOf(value) || translate(language, unspecifiedTexts.category);
  const facts = {
    name,
    self: String(self),
    title: textOf(params['title']),
    matrix: textOf(params['matrix']),
    date: dateOf(params['dueDate'], language),
    people: numberOf(params['people']) ?? 1,
    version: textOf(params['version']),
    from: category(params['from']),
    to: category(params['to']),
  };
  if (known !== 'document_expiring') return translateAll(language, noticeTexts[known], facts);
  const text = expiringText(params['kind'], facts);
  return { title: translate(language, expiringTexts.title), message: translate(language, text, facts) };
}

/** Returns the message about documents that expire: several together, or one of its kind. */
function expiringText(kind: unknown, facts: Readonly<Record<'self' | 'date', string> & { people: number }>) {
  if (facts.people > 1) return facts.date === '' ? expiringTexts.several : expiringTexts.severalFrom;
  const expires = expiryKinds.find((known) => known === kind) ?? 'review';
  return expires === 'cv' && facts.self === 'true' ? expiringTexts.ownCv : expiringTexts[expires];
}

/** Returns a calendar date as the language writes it; it is in no zone. */
function dateOf(value: unknown, language: Language): string {
  const text = textOf(value);
  if (text === '') return '';
  return new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${text}T00:00:00Z`));
}
