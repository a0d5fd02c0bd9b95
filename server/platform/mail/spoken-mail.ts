import type { MailContent } from './template.ts';

/** The texts of an email that has paragraphs and perhaps a button, in one language. */
interface SpokenMail {
  readonly subject: string;
  readonly lines: readonly string[];
  /** On the button. */
  readonly label: string;
}

/** An email of spoken texts, whose button leads to a path. */
export const spokenMail = ({ subject, lines, label }: SpokenMail, path: `/${string}`): MailContent => ({
  subject,
  lines,
  action: { label, path },
});

/** A path with a secret behind the #, which no server and no log sees (AUTH-10, AUTH-16). */
export const withSecret = (path: `/${string}`, secret: string): `/${string}` =>
  `${path}#${encodeURIComponent(secret)}`;
