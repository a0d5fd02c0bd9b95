import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ExpiryKind } from '#shared/domain/reminders/expiry.ts';

/**
 * Returns the text of a document step, such as '14 days after the last day of a CV: Administrators'. A negative number of days is
 * after the day.
 */
export function useDocumentStepText(): (kind: ExpiryKind, days: number, who: string) => string {
  const { t } = useLingui();
  const texts: Readonly<Record<ExpiryKind, (after: number, before: number, who: string) => string>> = {
    cv: (after, before, who) =>
      after > 0
        ? t`${plural(after, { one: '# day after the last day of a CV', other: '# days after the last day of a CV' })}: ${who}`
        : before > 0
          ? t`${plural(before, { one: '# day before the last day of a CV', other: '# days before the last day of a CV' })}: ${who}`
          : t`On the last day of a CV: ${who}`,
    notice: (after, before, who) =>
      after > 0
        ? t`${plural(after, { one: '# day after the day for notice of an agreement', other: '# days after the day for notice of an agreement' })}: ${who}`
        : before > 0
          ? t`${plural(before, { one: '# day before the day for notice of an agreement', other: '# days before the day for notice of an agreement' })}: ${who}`
          : t`On the day for notice of an agreement: ${who}`,
    agreement: (after, before, who) =>
      after > 0
        ? t`${plural(after, { one: '# day after the last day of an agreement', other: '# days after the last day of an agreement' })}: ${who}`
        : before > 0
          ? t`${plural(before, { one: '# day before the last day of an agreement', other: '# days before the last day of an agreement' })}: ${who}`
          : t`On the last day of an agreement: ${who}`,
    review: (after, before, who) =>
      after > 0
        ? t`${plural(after, { one: '# day after the day of a review', other: '# days after the day of a review' })}: ${who}`
        : before > 0
          ? t`${plural(before, { one: '# day before the day of a review', other: '# days before the day of a review' })}: ${who}`
          : t`On the day of a review: ${who}`,
    registration: (after, before, who) =>
      after > 0
        ? t`${plural(after, { one: '# day after the last day of a registration', other: '# days after the last day of a registration' })}: ${who}`
        : before > 0
          ? t`${plural(before, { one: '# day before the last day of a registration', other: '# days before the last day of a registration' })}: ${who}`
          : t`On the last day of a registration: ${who}`,
    reading: (after, before, who) =>
      after > 0
        ? t`${plural(after, { one: '# day after the due date of a document to read', other: '# days after the due date of a document to read' })}: ${who}`
        : before > 0
          ? t`${plural(before, { one: '# day before the due date of a document to read', other: '# days before the due date of a document to read' })}: ${who}`
          : t`On the due date of a document to read: ${who}`,
  };
  return (kind, days, who) => texts[kind](-days, days, who);
}
