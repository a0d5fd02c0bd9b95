import { defineTexts } from '#shared/texts/define-texts.ts';
import { mailDate, type MailTemplate } from '#server/platform/mail/template.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';

/** The API tokens that one email names. */
export interface ExpiringTokens {
  readonly listed: readonly { readonly title: string; readonly day: string }[];
}

const expiringTexts = defineTexts('accounts.tokensExpire', {
  subject: 'API tokens expire soon',
  lines: ['Create new tokens and give them to the systems that use these, before they stop working.'],
  heading: 'API tokens',
  lastDay: 'last day {date}',
  label: 'Open API tokens',
});

/** Informs administrators that API tokens expire soon (OPS-06). */
export const tokensExpireMail: MailTemplate<ExpiringTokens> = {
  name: 'accounts.tokensExpire',
  // Without it, the work of a machine would stop: the notification settings do not apply to this email (NOT-02).
  category: 'security',
  render: (language, { listed }) => {
    const { lastDay, ...always } = expiringTexts;
    const { subject, lines, heading, label } = translateAll(language, always);
    return {
      subject,
      lines,
      sections: [
        {
          heading,
          items: listed.map(({ title, day }) => ({
            text: title,
            detail: translate(language, lastDay, { date: mailDate(day, language) }),
          })),
        },
      ],
      action: { label, path: '/tokens' },
    };
  },
};
