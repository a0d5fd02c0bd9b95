import { defineTexts } from '#shared/texts/define-texts.ts';
import { translatedMail } from '#server/platform/mail/translated-mail.ts';
import type { MailTemplate } from '#server/platform/mail/template.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const newVersionTexts = defineTexts('assignments.newVersion', {
  subject: 'New version of “{title}”',
  lines: [
    'The training “{title}”, which you have started, now has the new version {version}.',
    'The version that you were reading no longer applies: please start the new one. Your due date stays.',
  ],
  label: 'Open the training',
});

/** The content of the email about a new version. */
export interface NewVersionPayload {
  readonly moduleId: number;
  readonly title: string;
  readonly versionNumber: number;
}

/** Informs people who were in the middle of a training that its content was replaced (MOD-11). */
export const newVersionMail: MailTemplate<NewVersionPayload> = {
  name: 'assignments.newVersion',
  category: 'training',
  render: (language, { moduleId, title, versionNumber }) =>
    translatedMail(
      translateAll(language, newVersionTexts, { title, version: versionNumber }),
      `/training-module/${String(moduleId)}`,
    ),
};
