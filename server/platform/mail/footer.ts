import type { Language } from '#shared/domain/people/settings.ts';
import type { MailCategory } from '#shared/domain/notifications/mail-switches.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { translateAll } from '#server/platform/texts/translate.ts';

const footerTexts = defineTexts('mail.footer', {
  security: 'You get this message because it concerns you personally; it comes whatever your settings say.',
  training: 'You get this message because trainings are assigned to you in TrainTrail.',
  reminder: 'You get this message because TrainTrail reminds you of trainings, as your settings say.',
  system: 'You get this message because you chose to receive announcements about TrainTrail.',
  document: 'You get this message because it is about documents that you look after.',
  digest: 'You get this message because you chose a weekly summary of your team.',
  settings: 'Your settings',
});

/** Returns the reason why a person gets an email of this category, and the place to change that (NOT-02). */
export function mailFooter(
  category: MailCategory,
  language: Language,
): { readonly why: string; readonly label: string; readonly path: `/${string}` } {
  const texts = translateAll(language, footerTexts);
  const tab = category === 'security' ? 'security' : 'notifications';
  return { why: texts[category], label: texts.settings, path: `/settings?tab=${tab}` };
}
