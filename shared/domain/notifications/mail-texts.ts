import type { PlainReason } from '#shared/reasons/reasons.ts';

/** The parts that a text of an email may contain (NOT-06): placeholders by name, and the places of its list and its link. */
export interface MailTextFrame {
  /** Names that are written in braces, for example `title` for `{title}`. */
  readonly placeholders: readonly string[];
  /** The email has a list or a message of a person, at the place of `{list}`. */
  readonly hasList: boolean;
  /** The email has a link, at the place of `{link}`. */
  readonly hasLink: boolean;
}

/** A subject and the paragraphs of an email, with empty lines between them. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

/** The longest texts. */
export const mailTextLimits = { subject: 150, body: 5000 } as const;

/** The fault of a text, and its field. */
export interface WrongMailText {
  readonly field: 'subject' | 'body';
  readonly reason: PlainReason;
}

const named = /\{([^{}]*)\}/g;

/** Returns the paragraphs of a body. */
export const paragraphsOf = (body: string): readonly string[] =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

const unknownIn = (text: string, known: readonly string[]): string | null => {
  for (const [, name = ''] of text.matchAll(named)) if (!known.includes(name)) return name;
  return /[{}]/.test(text.replaceAll(named, '')) ? '' : null;
};

/** Returns what is wrong with the text of an email (NOT-06): unknown placeholders, or a missing list or link. */
export function wrongMailText(frame: MailTextFrame, { subject, body }: MailText): readonly WrongMailText[] {
  const places = [...(frame.hasList ? ['list'] : []), ...(frame.hasLink ? ['link'] : [])];
  const wrong: WrongMailText[] = [];
  if (unknownIn(subject, frame.placeholders) !== null) {
    wrong.push({ field: 'subject', reason: 'placeholder_unknown' });
  }
  const paragraphs = paragraphsOf(body);
  const count = (place: string) => body.split(place).length - 1;
  const isAlone = (place: string) => count(place) === 1 && paragraphs.includes(place);
  if (unknownIn(body, [...frame.placeholders, ...places]) !== null) {
    wrong.push({ field: 'body', reason: 'placeholder_unknown' });
  } else if (frame.hasList && !isAlone('{list}')) {
    wrong.push({ field: 'body', reason: 'list_missing' });
  } else if (frame.hasLink && !isAlone('{link}')) {
    wrong.push({ field: 'body', reason: 'link_missing' });
  } else if (frame.hasList && frame.hasLink && paragraphs.indexOf('{list}') > paragraphs.indexOf('{link}')) {
    wrong.push({ field: 'body', reason: 'list_before_link' });
  }
  return wrong;
}

/** Replaces the placeholders of a text by values, once. Placeholders within values are not replaced. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(named, (place, name: string) => values[name] ?? place);
}
