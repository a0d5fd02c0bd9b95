import { useEffect } from 'react';

/** Until the library had its own turn to say where the focus goes, in milliseconds. */
const grace = 30;
const dialogs = '[role="dialog"], [role="alertdialog"]';

/**
 * When a dialog is gone the focus goes back to what opened it, or to the page where that is gone too (WCAG 2.2, 2.4.3). Our
 * dialogs leave the page together with what they are about; the library only sees to those that stay in it.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    /** What had the focus before each dialog. */
    const openers = new WeakMap<Element, HTMLElement>();
    const shown = new Set<Element>();
    let last: HTMLElement | undefined;
    /** A dialog that followed another one goes back to what opened the first. */
    const standing = (element: HTMLElement | undefined): HTMLElement | undefined => {
      if (!element || element.isConnected) return element;
      const dialog = element.closest(dialogs);
      return dialog ? standing(openers.get(dialog)) : undefined;
    };
    const remember = ({ target }: FocusEvent): void => {
      // What is in a menu is gone with it; its button is not.
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
