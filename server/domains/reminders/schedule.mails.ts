import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import type { ReminderKind } from '#shared/domain/reminders/schedule.ts';
import {
  mailDate,
  type MailContent,
  type MailLanguage,
  type MailSection,
  type MailTemplate,
} from '#server/platform/mail/template.ts';
import { scheduleTexts, type ScheduleTexts } from './schedule.texts.ts';

/** A training in a reminder. */
export interface ReminderItem {
  readonly title: string;
  readonly person: string;
  readonly dueDate: string;
  /** The date in the organization when it was told. */
  readonly today: string;
  readonly kind: ReminderKind;
}

interface ReminderList {
  readonly count: number;
  readonly listed: readonly ReminderItem[];
}

/** Everything that one person is told on one day (NOT-04). */
export interface ReminderDigest {
  readonly own: ReminderList;
  readonly team: ReminderList;
  readonly all: ReminderList;
  /** The recorded steps that this mail tells. */
  readonly sends: readonly number[];
}

function dueText({ dueDate, today, kind }: ReminderItem, language: MailLanguage): string {
  const texts = scheduleTexts[language];
  const days = daysBetween(today, dueDate);
  const when =
    days === 0
      ? texts.dueToday(mailDate(dueDate, language))
      : days > 0
        ? texts.due(mailDate(dueDate, language), days)
        : texts.overdue(mailDate(dueDate, language), -days);
  return kind === 'renewal' ? `${texts.renewal} · ${when}` : when;
}

function section(
  language: MailLanguage,
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
      more: more > 0 ? scheduleTexts[language].more(more) : undefined,
    },
  ];
}

function subjectOf({ own, team, all }: ReminderDigest, language: MailLanguage, texts: ScheduleTexts): string {
  const [only] = own.listed;
  if (own.count === 1 && only) return `${only.title}: ${dueText(only, language)}`;
  if (own.count > 0) return texts.ownSubject(own.count);
  return team.count > 0 ? texts.teamSubject(team.count) : texts.allSubject(all.count);
}

/** The one mail of a day about trainings that are due or overdue: own ones, those of the team, those of everybody (NOT-04). */
export const reminderDigestMail: MailTemplate<ReminderDigest> = {
  name: 'reminders.schedule',
  category: 'reminder',
  render: (language, digest): MailContent => {
    const texts = scheduleTexts[language];
    const { own, team, all } = digest;
    const action =
      own.count > 0
        ? ({ label: texts.openOwn, path: '/my-assignments' } as const)
        : team.count > 0
          ? ({ label: texts.openTeam, path: '/team' } as const)
          : ({ label: texts.openAll, path: '/reports/completion' } as const);
    return {
      subject: subjectOf(digest, language, texts),
      lines: [],
      sections: [
        ...section(language, texts.own, own, false),
        ...section(language, texts.team, team, true),
        ...section(language, texts.all, all, true),
      ],
      action,
    };
  },
};
