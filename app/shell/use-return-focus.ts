import { useEffect } from 'react';

/** The time for the library to set the focus itself, in milliseconds. */
const grace = 30;
const dialogs = '[role="dialog"], [role="alertdialog"]';

/**
 * When a dialog closes, returns the focus to the element that opened it, or to the page if that element is no longer there (WCAG
 * 2.2, 2.4.3). TrainTrail's dialogs are removed together with their subject; the library only handles dialogs that stay in the
 * page.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    /** The element that had the focus before each dialog. */
    const openers = new WeakMap<Element, HTMLElement>();
    const shown = new Set<Element>();
    let last: HTMLElement | undefined;
    /** After a dialog that followed another one, the focus returns to the element that opened the first. */
    const standing = (element: HTMLElement | undefined): HTMLElement | undefined => {
      if (!element || element.isConnected) return element;
      const dialog = element.closest(dialogs);
      return dialog ? standing(openers.get(dialog)) : undefined;
    };
    const remember = ({ target }: FocusEvent): void => {
      // A menu item disappears with its menu; the menu's button stays.
      if (!(target instanceof HTMLElement) || target.closest('[role="menu"]')) return;
      const dialog = target.closest(dialogs);
      if (dialog && !shown.has(dialog)) {
        const opener = standing(last);
        if (opener && !dialog.contains(opener)) openers.set(dialog, opener);
        shown.add(dialog);
      }
      last = target;
    };
    const look = new MutationObserver(() => {
      for (const dialog of shown) {
        if (dialog.isConnected) continue;
        shown.delete(dialog);
        window.setTimeout(() => {
          if (document.activeElement !== document.body) return;
          const next = standing(openers.get(dialog)) ?? document.querySelector('main');
          next?.focus({ preventScroll: true });
        }, grace);
      }
    });
    document.addEventListener('focusin', remember);
    look.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      look.disconnect();
    };
  }, []);
}
