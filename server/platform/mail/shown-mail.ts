import type { Language } from '#shared/domain/people/settings.ts';
import type { MailText } from '#shared/domain/notifications/mail-texts.ts';
import { contentOf } from './mail-texts.ts';
import type { MailContent, MailTemplate } from './template.ts';

/** Replaces a secret wherever an email is shown again. */
const blanked = 'hidden';

/** What is stored of an email. */
interface StoredMail {
  readonly template: string;
  readonly language: Language;
  readonly payload: unknown;
}

/** A payload that can be shown: with a blank in the place of its secret, whether that is still stored or gone. */
function withoutSecret(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null ? { ...payload, secret: blanked } : payload;
}

/** What an email says, its secret blanked (NOT-06); null where its kind is no longer there. */
export function shownContent(
  templates: ReadonlyMap<string, MailTemplate>,
  { template, language, payload }: StoredMail,
  text: MailText | null,
): MailContent | null {
  const known = templates.get(template);
  return known ? contentOf(known, language, withoutSecret(payload), text) : null;
}
