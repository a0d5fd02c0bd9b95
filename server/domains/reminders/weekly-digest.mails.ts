import { defineTexts, type Text } from '#shared/texts/define-texts.ts';
import { mailDate, type MailSection, type MailTemplate } from '#server/platform/mail/template.ts';
import { translate } from '#server/platform/texts/translate.ts';

/** A training of a person in the team, with its day. */
export interface DigestItem {
  readonly person: string;
  readonly title: string;
  readonly day: string | null;
}

/** One list of the digest: how many there are, and the first of them. */
export interface DigestList {
  readonly count: number;
  readonly listed: readonly DigestItem[];
}

/** The weekly digest of a manager (NOT-06). */
export interface WeeklyDigest {
  readonly overdue: DigestList;
  /** Completions that are no longer valid; missing in emails that an earlier version queued. */
  readonly expired?: DigestList;
  readonly expiring: DigestList;
  readonly fresh: DigestList;
}

/** A text that names a day. */
type DayText = Text<`${string}{day}`>;

const digestTexts = defineTexts('reminders.weeklyDigest', {
  subject: 'Your team this week',
  nothing:
    'Nothing is overdue, expired or about to expire, and nothing new was assigned in the last seven days.',
  overdue: 'Overdue',
  expired: 'Expired',
  expiring: 'Expiring in the next 30 days',
  fresh: 'Assigned in the last seven days',
  since: 'due {day}',
  until: 'valid until {day}',
  wasUntil: 'was valid until {day}',
  due: 'due {day}',
  noDate: 'no due date',
  more: 'and {count} more',
  open: 'Open my team',
});

/**
 * The weekly email to people who manage others: people who are overdue, what has expired or expires soon, and what is new
 * (NOT-06).
 */
export const weeklyDigestMail: MailTemplate<WeeklyDigest> = {
  name: 'reminders.weeklyDigest',
  category: 'digest',
  render: (language, { overdue, expired, expiring, fresh }) => {
    const texts = digestTexts;
    const section = (
      heading: Text<string>,
      { count, listed }: DigestList,
      detail: DayText,
    ): readonly MailSection[] =>
      count === 0
        ? []
        : [
            {
              heading: `${translate(language, heading)} (${String(count)})`,
              items: listed.map(({ person, title, day }) => ({
                text: `${person} – ${title}`,
                detail:
                  day === null
                    ? translate(language, texts.noDate)
                    : translate(language, detail, { day: mailDate(day, language) }),
              })),
              more:
                count > listed.length
                  ? translate(language, texts.more, { count: count - listed.length })
                  : undefined,
            },
          ];
    const sections = [
      ...section(texts.overdue, overdue, texts.since),
      ...(expired ? section(texts.expired, expired, texts.wasUntil) : []),
      ...section(texts.expiring, expiring, texts.until),
      ...section(texts.fresh, fresh, texts.due),
    ];
    return {
      subject: translate(language, texts.subject),
      lines: sections.length === 0 ? [translate(language, texts.nothing)] : [],
      sections,
      action: { label: translate(language, texts.open), path: '/team' },
    };
  },
};
