import type { MailContent } from './template.ts';

/** The texts of an email that has paragraphs and perhaps a button, in one language. */
interface TranslatedMail {
  readonly subject: string;
  readonly lines: readonly string[];
  /** On the button. */
  readonly label: string;
}

/** Returns an email with texts in one language, whose button opens a path. */
export const translatedMail = (
  { subject, lines, label }: TranslatedMail,
  path: `/${string}`,
): MailContent => ({
  subject,
  lines,
  action: { label, path },
});

/** Returns a path with a secret after the #, which appears in no server and no log (AUTH-10, AUTH-16). */
export const withSecret = (path: `/${string}`, secret: string): `/${string}` =>
  `${path}#${encodeURIComponent(secret)}`;
