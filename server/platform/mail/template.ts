import type { Language } from '#shared/domain/people/settings.ts';
import type { MailCategory } from '#shared/domain/notifications/mail-switches.ts';

/** A list under its own heading, for emails about many things at once (NOT-04). */
export interface MailSection {
  readonly heading: string;
  readonly items: readonly { readonly text: string; readonly detail: string }[];
  /** The text below the list, for example the number of further entries. */
  readonly more?: string | undefined;
}

/** The content of one email; `lines` are paragraphs, `action` the one button. */
export interface MailContent {
  readonly subject: string;
  readonly lines: readonly string[];
  /** Content after the paragraphs that is not our text: a list, or the text of a person. */
  readonly details?: readonly string[];
  readonly sections?: readonly MailSection[];
  /** Paragraphs between the lists and the button, and below it. */
  readonly closing?: readonly string[];
  readonly after?: readonly string[];
  readonly action?: { readonly label: string; readonly path: `/${string}` };
}

/** The rules for changing the text of a kind of email (NOT-06). */
export interface MailEditing {
  /** The payload of an example, whose values differ from each other and from every word of the text. */
  readonly sample: unknown;
  /** Returns the values that a text may contain, by their names. */
  values(language: Language, payload: never): Readonly<Record<string, string>>;
}

/** A kind of email, declared by the area that causes it (NOT-02). */
export interface MailTemplate<Payload = never> {
  readonly name: string;
  /** The category, which decides which switches of the person it obeys. */
  readonly category: MailCategory;
  /** Missing if a person writes the text each time. */
  readonly editing?: MailEditing | undefined;
  render(language: Language, payload: Payload): MailContent;
}

/** Returns a calendar date in the format of the reader; it is not moved between zones (SHELL-09). */
export function mailDate(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}
