import { UnstyledButton } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/features/assignments/TrainingList.module.css';

/** The values of a filter beside each other, each with how many rows it has. */
export function CountedFilter<Value extends string>({
  label,
  values,
  labels,
  counts,
  alarm,
  value,
  onChange,
}: {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly values: readonly Value[];
  readonly labels: Readonly<Record<Value, MessageDescriptor>>;
  readonly counts: Readonly<Record<Value, number>>;
  /** The value whose rows should worry. */
  readonly alarm: Value;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const { i18n } = useLingui();
  const { number } = useFormat();
  return (
    <div className={classes.filters} role="group" aria-label={label}>
      {values.map((one) => (
        <UnstyledButton
          key={one}
          className={classes.filter}
          aria-pressed={one === value}
          data-alarm={(one === alarm && counts[one] > 0) || undefined}
          onClick={() => onChange(one)}
        >
          <span>{i18n._(labels[one])}</span> <span className={classes.count}>{number(counts[one])}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
