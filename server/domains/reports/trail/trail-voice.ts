import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import type { TrailVoice } from '#shared/domain/audit/trail-sentence.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { trailActions } from '#shared/trail/actions.ts';
import { fieldNames } from '#shared/trail/fields.ts';
import { trailRecords } from '#shared/trail/records.ts';
import { trailValues } from '#shared/trail/values.ts';
import { translateWith } from '#server/platform/texts/translate.ts';

const texts = new Map(
  [...Object.values(trailActions), fieldNames, trailRecords, trailValues]
    .flatMap((group) => Object.values(group))
    .map((text) => [text.id, text]),
);

/** Returns the texts and formats of the trail for files in a language and zone, the same as on the screen (AUD-03). */
export function voiceOf(language: Language, timeZone: string): TrailVoice {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const list = new Intl.ListFormat(language);
  return {
    say: (text, values = {}) => translateWith(language, text, values),
    known: (id, values = {}) => {
      const text = texts.get(id);
      return text && translateWith(language, text, values);
    },
    date: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    dateTime: (instant) => evidenceTime(instant, timeZone, language).short,
    number: (value) => number.format(value),
    list: (items) => list.format(items),
  };
}
