import type { ReactNode } from 'react';
import classes from '#app/features/signing/Signing.module.css';

/** Names and values under each other; an absent row is null. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: ReactNode, value: ReactNode] | null)[];
}) {
  return (
    <dl className={classes.facts}>
      {rows.flatMap((row, at) =>
        row === null
          ? []
          : [
              <div key={at}>
                <dt>{row[0]}</dt>
                <dd>{row[1]}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
