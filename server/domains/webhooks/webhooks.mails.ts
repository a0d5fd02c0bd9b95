import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

/** The webhook that an email is about. */
interface Named {
  readonly name: string;
}

const failedTexts = defineTexts('webhooks.failed', {
  subject: 'A webhook could not deliver events',
  lines: [
    'The webhook “{name}” tried to deliver events for three days, and its receiver did not accept them.',
    'Check the receiver, and send the failed deliveries again when it works.',
  ],
  label: 'Open Webhooks',
});

/** Informs administrators about deliveries that failed permanently (OPS-06). */
export const webhookFailedMail: MailTemplate<Named> = {
  name: 'webhooks.failed',
  category: 'security',
  render: (language, facts) => translatedMail(translateAll(language, failedTexts, facts), '/webhooks'),
};

const goneTexts = defineTexts('webhooks.gone', {
  subject: 'A webhook was turned off',
  lines: [
    'The receiver of the webhook “{name}” answered that it is gone (410). The webhook was turned off.',
    'Delete it, or change its address and turn it on again.',
  ],
  label: 'Open Webhooks',
});

/** Informs administrators about a webhook whose receiver no longer exists (OPS-06). */
export const webhookGoneMail: MailTemplate<Named> = {
  name: 'webhooks.gone',
  category: 'security',
  render: (language, facts) => translatedMail(translateAll(language, goneTexts, facts), '/webhooks'),
};
