import type { Language } from '#shared/domain/people/settings.ts';
import {
  mailDate,
  type MailContent,
  type MailSection,
  type MailTemplate,
} from '#server/platform/mail/template.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { newTrainingTexts } from './new-trainings.texts.ts';

/** A newly required training in an email. */
export interface NewTraining {
  readonly title: string;
  /** A calendar date. */
  readonly dueDate: string | null;
  /** For a retraining: the version, if one made it necessary, and the change in it or the reason of the request. */
  readonly retraining: { readonly version: number | null; readonly note: string | null } | null;
}

/** Everything that is newly required of one person. */
export interface NewTrainings {
  readonly listed: readonly NewTraining[];
  /** The number of trainings that are not listed. */
  readonly more: number;
}

function detailOf({ dueDate, retraining }: NewTraining, language: Language): string {
  const texts = newTrainingTexts;
  const { version = null, note = null } = retraining ?? {};
  const said = note === null || note.trim() === '' ? null : note.trim();
  return [
    version === null ? null : translate(language, texts.version, { number: version }),
    dueDate === null ? null : translate(language, texts.due, { date: mailDate(dueDate, language) }),
    said === null
      ? null
      : translate(language, version === null ? texts.reason : texts.changed, { note: said }),
  ]
    .filter((part) => part !== null)
    .map((part, index) => (index === 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part))
    .join(' · ');
}

function contentOf(language: Language, { listed, more }: NewTrainings): MailContent {
  const texts = newTrainingTexts;
  const again = listed.filter(({ retraining }) => retraining !== null);
  const fresh = listed.filter(({ retraining }) => retraining === null);
  const onlyAgain = fresh.length === 0 && again.length > 0;
  const count = listed.length + more;
  const [first] = listed;
  const subject =
    count === 1 && first
      ? translate(language, onlyAgain ? texts.oneRetrainingSubject : texts.oneSubject, { title: first.title })
      : translate(language, onlyAgain ? texts.retrainingSubject : texts.subject, { count });
  const section = (heading: string, items: readonly NewTraining[], last: boolean): readonly MailSection[] =>
    items.length === 0
      ? []
      : [
          {
            heading,
            items: items.map((item) => ({ text: item.title, detail: detailOf(item, language) })),
            more: last && more > 0 ? translate(language, texts.more, { count: more }) : undefined,
          },
        ];
  return {
    subject,
    lines: [translate(language, onlyAgain ? texts.retrainingIntro : texts.intro)],
    sections: [
      ...section(translate(language, texts.newList), fresh, again.length === 0),
      ...section(translate(language, texts.retrainingList), again, true),
    ],
    action: { label: translate(language, texts.open), path: '/my-assignments' },
  };
}

/** The email that lists what is newly required of a person, retraining included (NOT-06). */
export const newTrainingsMail: MailTemplate<NewTrainings> = {
  name: 'assignments.required',
  category: 'training',
  render: contentOf,
};

/** The same where everything in it was completed before and is required again (NOT-06, MOD-11). */
export const retrainingMail: MailTemplate<NewTrainings> = {
  name: 'assignments.retraining',
  category: 'training',
  render: contentOf,
};
