import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const findingsTexts = defineTexts('audit.integrityFindings', {
  subject: 'Integrity check: findings need your attention',
  lines: [
    '{findings, plural, =1 {The integrity check has 1 new finding: a record, a file or a safeguard is not as it was stored.} other {The integrity check has {findings} new findings: records, files or safeguards are not as they were stored.}}',
    'Review what was found, have it corrected, and sign what was done about it. A notice is shown to every administrator until then.',
  ],
  label: 'Open Integrity Checks',
});

/** Informs administrators about new findings of an integrity check (AUD-04, OPS-10). */
export const integrityFindingsMail: MailTemplate<{ readonly findings: number }> = {
  name: 'audit.integrityFindings',
  category: 'security',
  render: (language, { findings }) =>
    translatedMail(translateAll(language, findingsTexts, { findings }), '/integrity-checks'),
};
