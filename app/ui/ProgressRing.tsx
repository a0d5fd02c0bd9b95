import classes from '#app/ui/ProgressRing.module.css';

/** A ring that shows a share of 0 to 100 percent, with the figure in its middle; `label` is for screen readers. */
export function ProgressRing({
  value,
  label,
  text,
  size = 72,
  thickness = 7,
}: {
  readonly value: number;
  readonly label: string;
  /** The figure in the middle, already formatted. */
  readonly text?: string;
  readonly size?: number;
  readonly thickness?: number;
}) {
  const share = Math.min(100, Math.max(0, value));
  const radius = (size - thickness) / 2;
  const length = 2 * Math.PI * radius;
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: thickness };
  return (
    <div className={classes.ring} style={{ width: size, height: size }}>
      <progress className={classes.told} aria-label={label} value={Math.round(share)} max={100} />
      <svg width={size} height={size} aria-hidden="true" focusable="false">
        <circle {...circle} className={classes.ground} />
        {share > 0 && (
          <circle
            {...circle}
            className={classes.done}
            strokeLinecap="round"
            strokeDasharray={`${(length * share) / 100} ${length}`}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        )}
      </svg>
      {text !== undefined && (
        <span className={classes.text} aria-hidden="true" style={{ fontSize: size * 0.235 }}>
          {text}
        </span>
      )}
    </div>
  );
}
