import type { ReactNode } from 'react';
import { Logo } from '#app/brand/Logo.tsx';
import classes from '#app/shell/public/PublicPage.module.css';
import { PlainLink } from '#app/ui/links.tsx';

/** A page to which a link from outside leads, the same with and without a session: the logo, then one narrow column. */
export function PublicPage({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <PlainLink to="/">
          <Logo />
        </PlainLink>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}
