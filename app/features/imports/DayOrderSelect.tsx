import { Select } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { DayOrder } from '#shared/domain/assignments/past/read-day.ts';

/** The order of day and month in dates such as 03/04/2024. */
export function DayOrderSelect({
  value,
  onChange,
}: {
  readonly value: DayOrder;
  readonly onChange: (order: DayOrder) => void;
}) {
  const { t } = useLingui();
  return (
    <Select
      label={t`Dates such as 03/04/2024`}
      data={[
        { value: 'day_first', label: t`Day first: 3 April` },
        { value: 'month_first', label: t`Month first: March 4` },
      ]}
      value={value}
      allowDeselect={false}
      maw={420}
      onChange={(order) => onChange(order === 'month_first' ? order : 'day_first')}
    />
  );
}
