import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import type { ExpiryKind } from '#shared/domain/reminders/expiry.ts';
import {
  mailDate,
  type MailContent,
  type MailLanguage,
  type MailSection,
  type MailTemplate,
} from '#server/platform/mail/template.ts';
import { expiryTexts } from './expiry.texts.ts';
import { scheduleTexts } from './schedule.texts.ts';

/** Something that expires in a reminder. */
export interface ExpiryItem {
  readonly kind: ExpiryKind;
  readonly title: string;
  /** Whose CV it is, or who owns it. */
  readonly person: string;
  readonly day: string;
  /** The date in the organization when it was told. */
  readonly today: string;
}

interface ExpiryList {
  readonly count: number;
  readonly listed: readonly ExpiryItem[];
}

/** Everything that expires of which one person is told on one day (NOT-04). */
export interface ExpiryDigest {
  readonly own: ExpiryList;
  readonly hr: ExpiryList;
  readonly all: ExpiryList;
  /** The recorded steps that this mail tells. */
  readonly sends: readonly number[];
}

const nameOf = ({ kind, title, person }: ExpiryItem, language: MailLanguage, isOwn: boolean): string => {
  const texts = expiryTexts[language];
  if (kind === 'cv') return isOwn ? texts.ownCv : texts.cvOf(person);
  return texts.called[kind === 'notice' ? 'agreement' : kind](title);
};

function whenOf({ kind, day, today }: ExpiryItem, language: MailLanguage): string {
  const texts = expiryTexts[language];
  const days = daysBetween(today, day);
  const date = mailDate(day, language);
  const said = {
    cv: texts.lastDay,
    notice: texts.noticeBy,
    agreement: texts.lastDay,
    review: texts.reviewOn,
    registration: texts.lastDay,
  };
  if (kind === 'reading') {
    const { due, dueToday, overdue } = scheduleTexts[language];
    return days < 0 ? overdue(date, -days) : days === 0 ? dueToday(date) : due(date, days);
  }
  return `${said[kind](date)} – ${texts.distance(days)}`;
}

function section(
  language: MailLanguage,
  heading: string,
  { count, listed }: ExpiryList,
  isOwn: boolean,
): readonly MailSection[] {
  if (count === 0) return [];
  const more = count - listed.length;
  return [
    {
      heading,
      items: listed.map((item) => ({
        text: nameOf(item, language, isOwn),
        detail: whenOf(item, language),
      })),
      more: more > 0 ? expiryTexts[language].more(more) : undefined,
    },
  ];
}

/** Where what somebody of hr or an administrator is told of is looked after. */
function areaPath(items: readonly ExpiryItem[]): `/${string}` {
  if (items.every(({ kind }) => kind === 'cv')) return '/hr-cv-repository';
  return items.every(({ kind }) => kind === 'agreement' || kind === 'notice')
    ? '/hr-consulting-agreements'
    : '/hr-dashboard';
}

/** The one mail of a day about what expires: own documents, those of the organization, those of all organizations (NOT-04). */
export const expiryMail: MailTemplate<ExpiryDigest> = {
  name: 'reminders.expiry',
  category: 'document',
  render: (language, { own, hr, all }): MailContent => {
    const texts = expiryTexts[language];
    const count = own.count + hr.count + all.count;
    const [only] = [...own.listed, ...hr.listed, ...all.listed];
    return {
      subject:
        count === 1 && only
          ? `${nameOf(only, language, own.count === 1)}: ${whenOf(only, language)}`
          : texts.subject(count),
      lines: [],
      sections: [
        ...section(language, texts.own, own, true),
        ...section(language, texts.hr, hr, false),
        ...section(language, texts.all, all, false),
      ],
      action:
        own.count > 0
          ? { label: texts.openOwn, path: '/profile/documents' }
          : { label: texts.openArea, path: areaPath([...hr.listed, ...all.listed]) },
    };
  },
};
