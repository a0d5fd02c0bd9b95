import { settingsWithDefaults, type Language } from '#shared/domain/people/settings.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';

/** The texts of a calendar (SHELL-09). Names of calendars contain no comma or semicolon. */
export const calendarTexts = defineTexts('calendar', {
  name: 'TrainTrail due dates',
  due: 'Training due: {title}',
  open: 'Open the training:',
});

/** Returns the language of a person's calendar, from the stored settings. */
export function calendarLanguage(settings: unknown): Language {
  return settingsWithDefaults(settings as Record<string, unknown>).language;
}
