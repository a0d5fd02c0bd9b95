import { defineTexts } from '#shared/texts/define-texts.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const headTexts = defineTexts('audit.newestHead', {
  subject: 'Seal of the audit trail',
  lines: [
    'Please keep this email: it proves later that the training records up to this seal have not been rewritten.',
    'To compare, ask the people who run the server to enter the line below after: bin/traintrail verify --head',
  ],
});

/** The newest head. */
interface NewestHead {
  readonly number: number;
  readonly line: string;
  /** ISO, UTC. */
  readonly sealedAt: string;
}

/** The newest head for people who keep it outside the installation (AUD-02). */
export const newestHeadMail: MailTemplate<NewestHead> = {
  name: 'audit.newestHead',
  category: 'security',
  render: (language, { line, sealedAt }) => ({
    ...translateAll(language, headTexts),
    details: [line, sealedAt],
  }),
};
