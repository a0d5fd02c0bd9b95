import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TrailMark } from '#app/brand/TrailMark.tsx';
import classes from '#app/shell/public/FullPage.module.css';

/** Content in the middle of an otherwise empty page. */
export function FullPage({ children }: { readonly children: ReactNode }) {
  return <main className={classes.page}>{children}</main>;
}

/** Shown before the current user is known; it appears only if the wait is noticeable. */
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
