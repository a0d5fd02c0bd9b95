import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PageChooser } from '#app/features/pdf/PageChooser.tsx';
import { ProgressLine } from '#app/features/assignments/ProgressLine.tsx';
import type { PageView } from '#app/screens/training-module/reading.ts';
import classes from '#app/screens/training-module/Viewer.module.css';

/** The bar below the content on a phone (UI.md): page, progress, Mark as Completed. */
export function PhoneBar({
  pages,
  percent,
  title,
  completion,
}: {
  readonly pages: PageView | null;
  readonly percent: number | null;
  readonly title: string;
  readonly completion: ReactNode;
}) {
  const { t } = useLingui();
  if (pages === null && percent === null) return null;
  return (
    <section className={classes.bar} aria-label={t`Reading`}>
      <div className={classes.barLine}>
        {pages && <PageChooser page={pages.page} pages={pages.pages} onPage={pages.goTo} />}
        {percent !== null && <ProgressLine value={percent} title={title} />}
      </div>
      {completion}
    </section>
  );
}
