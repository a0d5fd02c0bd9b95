import { useLingui } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/features/assignments/Assignments.module.css';

/** A share of 0 to 100 percent as a line with its figure. */
export function ProgressLine({ value, title }: { readonly value: number; readonly title: string }) {
  const { t } = useLingui();
  const { percent } = useFormat();
  return (
    <span className={classes.progress}>
      <progress className={classes.bar} value={value} max={100} aria-label={t`Progress of ${title}`} />
      <span className="tt-figures">{percent(value)}</span>
    </span>
  );
}
