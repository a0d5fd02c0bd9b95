import type { Language } from '#shared/domain/people/settings.ts';
import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import type { ReminderKind } from '#shared/domain/reminders/schedule.ts';
import {
  mailDate,
  type MailContent,
  type MailSection,
  type MailTemplate,
} from '#server/platform/mail/template.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { scheduleTexts } from './schedule.texts.ts';

/** A training in a reminder. */
export interface ReminderItem {
  readonly title: string;
  readonly person: string;
  readonly dueDate: string;
  /** The date in the organization at the time of the notice. */
  readonly today: string;
  readonly kind: ReminderKind;
}

interface ReminderList {
  readonly count: number;
  readonly listed: readonly ReminderItem[];
}

/** The content of the email for one person on one day (NOT-04). */
export interface ReminderDigest {
  readonly own: ReminderList;
  readonly team: ReminderList;
  readonly all: ReminderList;
  /** The recorded steps in this email. */
  readonly sends: readonly number[];
}

function dueText({ dueDate, today, kind }: ReminderItem, language: Language): string {
  const texts = scheduleTexts;
  const date = mailDate(dueDate, language);
  const days = daysBetween(today, dueDate);
  const when =
    days === 0
      ? translate(language, texts.dueToday, { date })
      : days > 0
        ? translate(language, texts.due, { date, days })
        : translate(language, texts.overdue, { date, days: -days });
  return kind === 'renewal' ? `${translate(language, texts.renewal)} · ${when}` : when;
}

function section(
  language: Language,
  heading: string,
  { count, listed }: ReminderList,
  withPerson: boolean,
): readonly MailSection[] {
  if (count === 0) return [];
  const more = count - listed.length;
  return [
    {
      heading,
      items: listed.map((item) => ({
        text: withPerson ? `${item.person} – ${item.title}` : item.title,
        detail: dueText(item, language),
      })),
      more: more > 0 ? translate(language, scheduleTexts.more, { count: more }) : undefined,
    },
  ];
}

function subjectOf({ own, team, all }: ReminderDigest, language: Language): string {
  const texts = scheduleTexts;
  const [only] = own.listed;
  if (own.count === 1 && only) return `${only.title}: ${dueText(only, language)}`;
  if (own.count > 0) return translate(language, texts.ownSubject, { count: own.count });
  return team.count > 0
    ? translate(language, texts.teamSubject, { count: team.count })
    : translate(language, texts.allSubject, { count: all.count });
}

/**
 * The one email per day about trainings that are due or overdue (NOT-04): the person's own, those of the team, and those of
 * everybody.
 */
export const reminderDigestMail: MailTemplate<ReminderDigest> = {
  name: 'reminders.schedule',
  category: 'reminder',
  render: (language, digest): MailContent => {
    const texts = scheduleTexts;
    const { own, team, all } = digest;
    const action =
      own.count > 0
        ? ({ label: translate(language, texts.openOwn), path: '/my-assignments' } as const)
        : team.count > 0
          ? ({ label: translate(language, texts.openTeam), path: '/team' } as const)
          : ({ label: translate(language, texts.openAll), path: '/reports/completion' } as const);
    return {
      subject: subjectOf(digest, language),
      lines: [],
      sections: [
        ...section(language, translate(language, texts.own), own, false),
        ...section(language, translate(language, texts.team), team, true),
        ...section(language, translate(language, texts.all), all, true),
      ],
      action,
    };
  },
};
