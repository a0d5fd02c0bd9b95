import type { MailLanguage } from '#server/platform/mail/template.ts';

/** The words of scheduled reminders in one language. */
export interface ScheduleTexts {
  readonly ownSubject: (count: number) => string;
  readonly teamSubject: (count: number) => string;
  readonly allSubject: (count: number) => string;
  readonly own: string;
  readonly team: string;
  readonly all: string;
  readonly due: (date: string, days: number) => string;
  readonly dueToday: (date: string) => string;
  readonly overdue: (date: string, days: number) => string;
  readonly renewal: string;
  readonly more: (count: number) => string;
  readonly openOwn: string;
  readonly openTeam: string;
  readonly openAll: string;
}

/** 'one' where the language says so of a number, else 'other'; the four languages have these two forms here. */
export function plural(language: MailLanguage, one: string, other: string): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => (rules.select(count) === 'one' ? one : other).replace('#', String(count));
}

const en = (one: string, other: string) => plural('en', one, other);
const es = (one: string, other: string) => plural('es', one, other);
const fr = (one: string, other: string) => plural('fr', one, other);
const de = (one: string, other: string) => plural('de', one, other);

/** What scheduled reminders say (NOT-04). */
export const scheduleTexts: Readonly<Record<MailLanguage, ScheduleTexts>> = {
  en: {
    ownSubject: en('# training needs your attention', '# trainings need your attention'),
    teamSubject: en('# overdue training in your team', '# overdue trainings in your team'),
    allSubject: en('# training is long overdue', '# trainings are long overdue'),
    own: 'Your trainings',
    team: 'Overdue in your team',
    all: 'Long overdue, in all organizations',
    due: (date, days) => `due ${date}, ${en('in # day', 'in # days')(days)}`,
    dueToday: (date) => `due today, ${date}`,
    overdue: (date, days) => `due ${date}, ${en('# day overdue', '# days overdue')(days)}`,
    renewal: 'Time to renew',
    more: en('And # more.', 'And # more.'),
    openOwn: 'Open my trainings',
    openTeam: 'Open my team',
    openAll: 'Open the completion report',
  },
  es: {
    ownSubject: es('# formación requiere su atención', '# formaciones requieren su atención'),
    teamSubject: es('# formación atrasada en su equipo', '# formaciones atrasadas en su equipo'),
    allSubject: es('# formación lleva mucho retraso', '# formaciones llevan mucho retraso'),
    own: 'Sus formaciones',
    team: 'Atrasadas en su equipo',
    all: 'Con mucho retraso, en todas las organizaciones',
    due: (date, days) => `vence el ${date}, ${es('en # día', 'en # días')(days)}`,
    dueToday: (date) => `vence hoy, ${date}`,
    overdue: (date, days) => `venció el ${date}, ${es('# día de retraso', '# días de retraso')(days)}`,
    renewal: 'Toca renovarla',
    more: es('Y # más.', 'Y # más.'),
    openOwn: 'Abrir mis formaciones',
    openTeam: 'Abrir mi equipo',
    openAll: 'Abrir el informe de finalización',
  },
  fr: {
    ownSubject: fr('# formation requiert votre attention', '# formations requièrent votre attention'),
    teamSubject: fr('# formation en retard dans votre équipe', '# formations en retard dans votre équipe'),
    allSubject: fr('# formation très en retard', '# formations très en retard'),
    own: 'Vos formations',
    team: 'En retard dans votre équipe',
    all: 'Très en retard, toutes organisations',
    due: (date, days) => `à terminer le ${date}, ${fr('dans # jour', 'dans # jours')(days)}`,
    dueToday: (date) => `à terminer aujourd’hui, ${date}`,
    overdue: (date, days) => `échéance le ${date}, ${fr('# jour de retard', '# jours de retard')(days)}`,
    renewal: 'À renouveler',
    more: fr('Et # autre.', 'Et # autres.'),
    openOwn: 'Ouvrir mes formations',
    openTeam: 'Ouvrir mon équipe',
    openAll: 'Ouvrir le rapport d’achèvement',
  },
  de: {
    ownSubject: de('# Schulung braucht Ihre Aufmerksamkeit', '# Schulungen brauchen Ihre Aufmerksamkeit'),
    teamSubject: de('# überfällige Schulung in Ihrem Team', '# überfällige Schulungen in Ihrem Team'),
    allSubject: de('# Schulung ist lange überfällig', '# Schulungen sind lange überfällig'),
    own: 'Ihre Schulungen',
    team: 'Überfällig in Ihrem Team',
    all: 'Lange überfällig, in allen Organisationen',
    due: (date, days) => `fällig am ${date}, ${de('in # Tag', 'in # Tagen')(days)}`,
    dueToday: (date) => `heute fällig, ${date}`,
    overdue: (date, days) => `fällig am ${date}, ${de('# Tag überfällig', '# Tage überfällig')(days)}`,
    renewal: 'Zeit zum Erneuern',
    more: de('Und # weitere.', 'Und # weitere.'),
    openOwn: 'Meine Schulungen öffnen',
    openTeam: 'Mein Team öffnen',
    openAll: 'Abschlussbericht öffnen',
  },
};
