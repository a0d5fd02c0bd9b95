import type { MailContent, MailLanguage, MailTemplate } from '#server/platform/mail/template.ts';

/** What the mail about a new version says. */
export interface NewVersionPayload {
  readonly moduleId: number;
  readonly title: string;
  readonly versionNumber: number;
}

type Texts = (title: string, version: string) => Omit<MailContent, 'action'> & { readonly label: string };

const newVersionTexts: Readonly<Record<MailLanguage, Texts>> = {
  en: (title, version) => ({
    subject: `New version of “${title}”`,
    lines: [
      `The training “${title}”, which you have begun, now has the new version ${version}.`,
      'The version that you were reading no longer applies: please begin again with the new one. Your due date stays.',
    ],
    label: 'Open the training',
  }),
  es: (title, version) => ({
    subject: `Nueva versión de «${title}»`,
    lines: [
      `La formación «${title}», que usted ha empezado, tiene ahora la nueva versión ${version}.`,
      'La versión que estaba leyendo ya no se aplica: empiece de nuevo con la nueva. Su fecha límite no cambia.',
    ],
    label: 'Abrir la formación',
  }),
  fr: (title, version) => ({
    subject: `Nouvelle version de « ${title} »`,
    lines: [
      `La formation « ${title} », que vous avez commencée, a maintenant la nouvelle version ${version}.`,
      'La version que vous lisiez n’est plus valable : recommencez avec la nouvelle. Votre échéance reste la même.',
    ],
    label: 'Ouvrir la formation',
  }),
  de: (title, version) => ({
    subject: `Neue Version von „${title}“`,
    lines: [
      `Die Schulung „${title}“, die Sie begonnen haben, hat jetzt die neue Version ${version}.`,
      'Die Version, die Sie gelesen haben, gilt nicht mehr: Bitte beginnen Sie mit der neuen von vorn. Ihre Frist bleibt.',
    ],
    label: 'Schulung öffnen',
  }),
};

/** Tells who was in the middle of a training that its content was replaced (MOD-11). */
export const newVersionMail: MailTemplate<NewVersionPayload> = {
  name: 'assignments.newVersion',
  category: 'training',
  render: (language, { moduleId, title, versionNumber }) => {
    const { subject, lines, label } = newVersionTexts[language](title, String(versionNumber));
    return { subject, lines, action: { label, path: `/training-module/${String(moduleId)}` } };
  },
};
