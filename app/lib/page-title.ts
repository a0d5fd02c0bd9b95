import { useEffect } from 'react';

/** Gives the tab a title that only the screen knows, a module's for instance (UI.md 'Frame'). */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · TrainTrail`;
  }, [title]);
}
