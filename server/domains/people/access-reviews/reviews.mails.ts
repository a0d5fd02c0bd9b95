import { daysBetween } from '#shared/domain/calendar/calendar.ts';
import { defineTexts } from '#shared/texts/define-texts.ts';
import { mailDate, type MailTemplate } from '#server/platform/mail/template.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';

/** An organization whose access must be reviewed. */
interface DueReview {
  readonly title: string;
  readonly day: string;
  /** The date there at the time of the notice. */
  readonly today: string;
}

/** The content of one email. */
export interface DueReviews {
  readonly listed: readonly DueReview[];
  readonly more: number;
}

const reviewTexts = defineTexts('people.accessReviewDue', {
  subject: 'Access review due',
  lines: ['Review who has which access, answer for each account, and sign the review.'],
  heading: 'Organizations',
  due: 'due by {date}',
  overdue: 'was due by {date}',
  more: '{count} more',
  label: 'Open Access Reviews',
});

/** Reminds administrators of access reviews, before and after their day (AUTH-17, NOT-04). */
export const accessReviewDueMail: MailTemplate<DueReviews> = {
  name: 'people.accessReviewDue',
  // The review is a duty of the installation: the person's switches do not apply to it (NOT-02).
  category: 'security',
  render: (language, { listed, more }) => {
    const { due, overdue, more: others, ...always } = reviewTexts;
    const { subject, lines, heading, label } = translateAll(language, always);
    return {
      subject,
      lines,
      sections: [
        {
          heading,
          items: listed.map(({ title, day, today }) => ({
            text: title,
            detail: translate(language, daysBetween(today, day) < 0 ? overdue : due, {
              date: mailDate(day, language),
            }),
          })),
          more: more > 0 ? translate(language, others, { count: more }) : undefined,
        },
      ],
      action: { label, path: '/access-reviews' },
    };
  },
};
