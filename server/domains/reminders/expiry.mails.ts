import type { Language } from '#shared/domain/people/settings.ts';
import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import type { ExpiryKind } from '#shared/domain/reminders/expiry.ts';
import {
  mailDate,
  type MailContent,
  type MailSection,
  type MailTemplate,
} from '#server/platform/mail/template.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { expiryTexts } from './expiry.texts.ts';
import { scheduleTexts } from './schedule.texts.ts';

/** Something that expires in a reminder. */
export interface ExpiryItem {
  readonly kind: ExpiryKind;
  readonly title: string;
  /** The person of the CV, or the owner. */
  readonly person: string;
  readonly day: string;
  /** The date in the organization at the time of the notice. */
  readonly today: string;
}

interface ExpiryList {
  readonly count: number;
  readonly listed: readonly ExpiryItem[];
}

/** All expiring items of which one person is notified on one day (NOT-04). */
export interface ExpiryDigest {
  readonly own: ExpiryList;
  readonly hr: ExpiryList;
  readonly all: ExpiryList;
  /** The recorded steps in this email. */
  readonly sends: readonly number[];
}

const nameOf = ({ kind, title, person }: ExpiryItem, language: Language, isOwn: boolean): string => {
  const { ownCv, cvOf, called } = expiryTexts;
  if (kind === 'cv') return isOwn ? translate(language, ownCv) : translate(language, cvOf, { person });
  return translate(language, called[kind === 'notice' ? 'agreement' : kind], { title });
};

const dayTexts = {
  cv: expiryTexts.lastDay,
  notice: expiryTexts.noticeBy,
  agreement: expiryTexts.lastDay,
  review: expiryTexts.reviewOn,
  registration: expiryTexts.lastDay,
};

function whenOf({ kind, day, today }: ExpiryItem, language: Language): string {
  const days = daysBetween(today, day);
  const date = mailDate(day, language);
  if (kind !== 'reading')
    return `${translate(language, dayTexts[kind], { date })} – ${distance(days, language)}`;
  const { due, dueToday, overdue } = scheduleTexts;
  if (days === 0) return translate(language, dueToday, { date });
  return days < 0
    ? translate(language, overdue, { date, days: -days })
    : translate(language, due, { date, days });
}

/** 'in 7 days', 'today', '3 days ago' as the language says it. */
const distance = (days: number, language: Language): string =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');

function section(
  language: Language,
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
      more: more > 0 ? translate(language, expiryTexts.more, { count: more }) : undefined,
    },
  ];
}

/** Returns the page on which people with the grant hr and administrators manage the listed items. */
function areaPath(items: readonly ExpiryItem[]): `/${string}` {
  if (items.every(({ kind }) => kind === 'cv')) return '/hr-cv-repository';
  return items.every(({ kind }) => kind === 'agreement' || kind === 'notice')
    ? '/hr-consulting-agreements'
    : '/hr-dashboard';
}

/**
 * The one email per day about expiring items (NOT-04): the person's own documents, those of the organization, and those of all
 * organizations.
 */
export const expiryMail: MailTemplate<ExpiryDigest> = {
  name: 'reminders.expiry',
  category: 'document',
  render: (language, { own, hr, all }): MailContent => {
    const texts = expiryTexts;
    const count = own.count + hr.count + all.count;
    const [only] = [...own.listed, ...hr.listed, ...all.listed];
    return {
      subject:
        count === 1 && only
          ? `${nameOf(only, language, own.count === 1)}: ${whenOf(only, language)}`
          : translate(language, texts.subject, { count }),
      lines: [],
      sections: [
        ...section(language, translate(language, texts.own), own, true),
        ...section(language, translate(language, texts.hr), hr, false),
        ...section(language, translate(language, texts.all), all, false),
      ],
      action:
        own.count > 0
          ? { label: translate(language, texts.openOwn), path: '/profile/documents' }
          : { label: translate(language, texts.openArea), path: areaPath([...hr.listed, ...all.listed]) },
    };
  },
};
