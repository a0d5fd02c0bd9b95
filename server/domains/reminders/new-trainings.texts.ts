import type { MailLanguage } from '#server/platform/mail/template.ts';
import { plural } from './schedule.texts.ts';

/** The words of the emails about newly required trainings in one language. */
export interface NewTrainingTexts {
  readonly oneSubject: (title: string) => string;
  readonly subject: (count: number) => string;
  readonly oneRetrainingSubject: (title: string) => string;
  readonly retrainingSubject: (count: number) => string;
  readonly intro: string;
  readonly retrainingIntro: string;
  readonly newList: string;
  readonly retrainingList: string;
  readonly due: (date: string) => string;
  readonly version: (number: string) => string;
  readonly changed: (note: string) => string;
  readonly reason: (note: string) => string;
  readonly more: (count: number) => string;
  readonly open: string;
}

/** What the emails about newly required trainings say (NOT-06). */
export const newTrainingTexts: Readonly<Record<MailLanguage, NewTrainingTexts>> = {
  en: {
    oneSubject: (title) => `New training: ${title}`,
    subject: plural('en', '# new training', '# new trainings'),
    oneRetrainingSubject: (title) => `Retraining required: ${title}`,
    retrainingSubject: plural('en', 'Retraining required: # training', 'Retraining required: # trainings'),
    intro: 'New training was assigned to you in TrainTrail.',
    retrainingIntro: 'Training that you have completed is required again.',
    newList: 'New trainings',
    retrainingList: 'Retraining',
    due: (date) => `Due ${date}`,
    version: (number) => `version ${number}`,
    changed: (note) => `What changed: ${note}`,
    reason: (note) => `Reason: ${note}`,
    more: plural('en', 'and # more', 'and # more'),
    open: 'Open my trainings',
  },
  es: {
    oneSubject: (title) => `Nueva formación: ${title}`,
    subject: plural('es', '# formación nueva', '# formaciones nuevas'),
    oneRetrainingSubject: (title) => `Debe repetir la formación: ${title}`,
    retrainingSubject: plural('es', 'Debe repetir # formación', 'Debe repetir # formaciones'),
    intro: 'Se le ha asignado nueva formación en TrainTrail.',
    retrainingIntro: 'Debe repetir formación que ya había completado.',
    newList: 'Formaciones nuevas',
    retrainingList: 'Formaciones que debe repetir',
    due: (date) => `Fecha límite: ${date}`,
    version: (number) => `versión ${number}`,
    changed: (note) => `Qué ha cambiado: ${note}`,
    reason: (note) => `Motivo: ${note}`,
    more: plural('es', 'y # más', 'y # más'),
    open: 'Abrir mis formaciones',
  },
  fr: {
    oneSubject: (title) => `Nouvelle formation : ${title}`,
    subject: plural('fr', '# nouvelle formation', '# nouvelles formations'),
    oneRetrainingSubject: (title) => `Formation à refaire : ${title}`,
    retrainingSubject: plural('fr', '# formation à refaire', '# formations à refaire'),
    intro: 'De nouvelles formations vous ont été attribuées dans TrainTrail.',
    retrainingIntro: 'Vous devez refaire des formations que vous aviez terminées.',
    newList: 'Nouvelles formations',
    retrainingList: 'Formations à refaire',
    due: (date) => `Échéance : ${date}`,
    version: (number) => `version ${number}`,
    changed: (note) => `Ce qui a changé : ${note}`,
    reason: (note) => `Motif : ${note}`,
    more: plural('fr', 'et # autre', 'et # autres'),
    open: 'Ouvrir mes formations',
  },
  de: {
    oneSubject: (title) => `Neue Schulung: ${title}`,
    subject: plural('de', '# neue Schulung', '# neue Schulungen'),
    oneRetrainingSubject: (title) => `Nachschulung erforderlich: ${title}`,
    retrainingSubject: plural('de', '# Nachschulung erforderlich', '# Nachschulungen erforderlich'),
    intro: 'Ihnen wurden in TrainTrail neue Schulungen zugewiesen.',
    retrainingIntro: 'Schulungen, die Sie abgeschlossen haben, sind erneut erforderlich.',
    newList: 'Neue Schulungen',
    retrainingList: 'Nachschulungen',
    due: (date) => `Fällig am ${date}`,
    version: (number) => `Version ${number}`,
    changed: (note) => `Was sich geändert hat: ${note}`,
    reason: (note) => `Grund: ${note}`,
    more: plural('de', 'und # weitere', 'und # weitere'),
    open: 'Meine Schulungen öffnen',
  },
};
