import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/ui/FilterPills.module.css';

/** One value of a {@link FilterPills}. */
export interface FilterPill<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** The number of matching rows. */
  readonly count: number;
  /** The highest exact count: above it, only '+' is known. */
  readonly upTo?: number;
  /** Its figure is highlighted while it is not 0. */
  readonly alarm?: boolean;
}

/** A filter with few values, each with its number of rows. */
export function FilterPills<Value extends string>({
  label,
  pills,
  value,
  onChange,
}: {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly pills: readonly FilterPill<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const { number } = useFormat();
  const countText = ({ count, upTo = Infinity }: FilterPill<Value>): string =>
    count > upTo ? `${number(upTo)}+` : number(count);
  return (
    <div className={classes.filters} role="group" aria-label={label}>
      {pills.map((pill) => (
        <UnstyledButton
          key={pill.value}
          className={classes.filter}
          aria-pressed={pill.value === value}
          data-alarm={(pill.alarm === true && pill.count > 0) || undefined}
          onClick={() => onChange(pill.value)}
        >
          <span>{pill.label}</span> <span className={classes.count}>{countText(pill)}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
