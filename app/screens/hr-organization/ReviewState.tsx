import { Plural, Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react';
import { nearness } from '#shared/domain/hr/documents.ts';
import type { DocumentRow } from '#app/screens/hr-organization/documents.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The day of a document's next review, and in words and icon whether it is near or past (HR-04). */
export function ReviewState({
  document,
  today,
}: {
  readonly document: Pick<DocumentRow, 'version' | 'reviewInDays'>;
  readonly today: string;
}) {
  const { reviewOn } = document.version;
  const days = document.reviewInDays ?? 0;
  if (reviewOn === null) return <>–</>;
  const near = nearness(reviewOn, today);
  return (
    <>
      <CalendarDate value={reviewOn} />
      {near === 'past' && (
        <div>
          <ToneBadge tone="red" icon={IconAlertTriangle} size="sm" wrap>
            <Plural value={-days} one="Review # day overdue" other="Review # days overdue" />
          </ToneBadge>
        </div>
      )}
      {near === 'soon' && (
        <div>
          <ToneBadge tone="amber" icon={IconClockExclamation} size="sm" wrap>
            {days === 0 ? (
              <Trans>Review due today</Trans>
            ) : (
              <Plural value={days} one="Review due in # day" other="Review due in # days" />
            )}
          </ToneBadge>
        </div>
      )}
    </>
  );
}
