import { Select, Stack, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { DataSetName } from '#shared/domain/reports/data-sets.ts';
import { daysOfPeriod, exportPeriods } from '#shared/domain/reports/export-period.ts';
import { useReadersToday } from '#app/features/assignments/today.ts';
import { useFormat } from '#app/lib/format.ts';
import { periodOf, type ExportChoice } from '#app/screens/export-data/export-view.ts';
import { periodLabels } from '#app/screens/export-data/labels.ts';

/** The days of an export: a period that moves with the day of each run, or a first and a last day (RPT-03). */
export function ExportDays({
  dataSet,
  view,
  onChange,
}: {
  readonly dataSet: DataSetName;
  readonly view: ExportChoice;
  readonly onChange: (changes: Partial<ExportChoice>) => void;
}) {
  const { t, i18n } = useLingui();
  const { date } = useFormat();
  const today = useReadersToday();
  const period = periodOf(view);
  const isDue = dataSet === 'assignments';
  const describe = (): string => {
    if (period === null) return t`Choose a period if a saved export should move with the day of each run.`;
    if (period === 'since_last_run')
      return t`Each day once: from the day of the previous run to the day before the run. The first run contains everything before.`;
    const { from = '', to = '' } = daysOfPeriod(period, today, null);
    const [first, last] = [date(from), date(to)];
    return t`If it runs today: ${first} – ${last}`;
  };
  return (
    <Stack gap="sm">
      <Select
        label={isDue ? t`Due period` : t`Period`}
        description={describe()}
        inputWrapperOrder={['label', 'input', 'description']}
        placeholder={t`Fixed days`}
        data={exportPeriods.map((value) => ({ value, label: i18n._(periodLabels[value]) }))}
        value={period}
        onChange={(value) => onChange({ period: value ?? '', from: '', to: '' })}
        clearable
        clearButtonProps={{ 'aria-label': t`Fixed days` }}
      />
      {period === null && (
        <>
          <TextInput
            type="date"
            label={isDue ? t`Due from` : t`From`}
            value={view.from}
            onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
          />
          <TextInput
            type="date"
            label={isDue ? t`Due until` : t`To`}
            value={view.to}
            onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
            error={
              view.from !== '' && view.to !== '' && view.to < view.from ? t`To is before From.` : undefined
            }
          />
        </>
      )}
    </Stack>
  );
}
