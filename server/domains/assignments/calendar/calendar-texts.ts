import { settingsWithDefaults, type Language } from '#shared/domain/people/settings.ts';

/** The texts of a calendar in one language (SHELL-09). Names of calendars hold no comma or semicolon. */
export interface CalendarTexts {
  readonly name: string;
  readonly due: (title: string) => string;
  readonly open: string;
}

/** The texts of the calendar by language. */
export const calendarTexts: Readonly<Record<Language, CalendarTexts>> = {
  en: { name: 'TrainTrail due dates', due: (title) => `Training due: ${title}`, open: 'Open the training:' },
  es: {
    name: 'Fechas límite de TrainTrail',
    due: (title) => `Formación pendiente: ${title}`,
    open: 'Abrir la formación:',
  },
  fr: {
    name: 'Échéances TrainTrail',
    due: (title) => `Formation à terminer : ${title}`,
    open: 'Ouvrir la formation :',
  },
  de: {
    name: 'TrainTrail-Fälligkeiten',
    due: (title) => `Schulung fällig: ${title}`,
    open: 'Schulung öffnen:',
  },
};

/** The language of a person's calendar, from the stored settings. */
export function calendarLanguage(settings: unknown): Language {
  return settingsWithDefaults(settings as Record<string, unknown>).language;
}
