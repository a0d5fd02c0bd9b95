import { useEffect } from 'react';

/** Sets a title of the tab that depends on the data of the screen, for example of a module (UI.md 'Frame'). */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · TrainTrail`;
  }, [title]);
}
