import { useLingui } from '@lingui/react/macro';
import { changesBetween, type Schedule } from '#app/screens/outbox/schedule/schedule-form.ts';
import { useStepText } from '#app/screens/outbox/schedule/step-text.ts';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

/** The changes of a schedule that another administrator saved in the meantime (DESIGN 'The wire', If-Match). */
export function StaleSchedule({
  before,
  after,
  onTakeNewer,
  onKeepMine,
}: {
  readonly before: Schedule;
  readonly after: Schedule;
  readonly onTakeNewer: () => void;
  readonly onKeepMine: () => void;
}) {
  const { t } = useLingui();
  const stepText = useStepText();
  const shown = (value: string | boolean | null): string => {
    if (typeof value === 'string') return value;
    if (value === null) return t`Not present`;
    return value ? t`On` : t`Off`;
  };
  return (
    <StaleNotice
      changes={changesBetween(before, after).map((change) => ({
        label: change.step ? stepText(change.step) : t`Time of sending`,
        before: shown(change.before),
        after: shown(change.after),
      }))}
      onTakeNewer={onTakeNewer}
      onKeepMine={onKeepMine}
    />
  );
}
