import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TrailMark } from '#app/brand/TrailMark.tsx';
import classes from '#app/shell/public/FullPage.module.css';

/** Something in the middle of an otherwise empty page. */
export function FullPage({ children }: { readonly children: ReactNode }) {
  return <main className={classes.page}>{children}</main>;
}

/** The moment before it is known who is there; it shows itself only when the wait is felt. */
export function Splash() {
  return (
    <output className={classes.page}>
      <span className={classes.splash}>
        <TrailMark size={48} />
      </span>
      <span className={classes.words}>
        <Trans>Loading TrainTrail...</Trans>
      </span>
    </output>
  );
}
