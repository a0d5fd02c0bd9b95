import type { Language } from '#shared/domain/people/settings.ts';
import type { MailText } from '#shared/domain/notifications/mail-texts.ts';
import { contentOf } from './mail-texts.ts';
import type { MailContent, MailTemplate } from './template.ts';

/** Replaces a secret wherever an email is shown again. */
const blanked = 'hidden';

/** The stored fields of an email. */
interface StoredMail {
  readonly template: string;
  readonly language: Language;
  readonly payload: unknown;
}

/** Returns a payload that can be shown: with a blank in place of its secret, stored or not. */
function withoutSecret(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null ? { ...payload, secret: blanked } : payload;
}

/** Returns the content of an email with its secret blanked (NOT-06); null if its kind no longer exists. */
export function shownContent(
  templates: ReadonlyMap<string, MailTemplate>,
  { template, language, payload }: StoredMail,
  text: MailText | null,
): MailContent | null {
  const known = templates.get(template);
  return known ? contentOf(known, language, withoutSecret(payload), text) : null;
}
