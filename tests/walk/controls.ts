import axe from 'axe-core';
import type { Page } from '@playwright/test';

/** One interactive control that is seen, as a screen reader names it. */
export interface RawControl {
  /** The mark of its element: the same in each look, and of no other element, as long as the page is not loaded again. */
  readonly mark: string;
  readonly role: string;
  readonly name: string;
  /** What its row is called, where the row says so by itself; else nothing. */
  readonly row: string;
  readonly disabled: boolean;
  /** Where a link leads, as it is written. */
  readonly href: string | null;
  /** What the control says of itself: expanded, checked, pressed, selected, current, its value. */
  readonly state: string;
}

/** A dialog, menu or list that is open, or a passage of the page that says something by itself. */
export interface Seen {
  readonly url: string;
  readonly surfaces: readonly { readonly role: string; readonly name: string }[];
  readonly controls: readonly RawControl[];
  readonly says: readonly string[];
  readonly text: string;
  /** What the screen and its dialogs say, without menus and lists. */
  readonly beneath: string;
  readonly language: string;
  /** What the page keeps in the browser. */
  readonly kept: Readonly<Record<'local' | 'session', readonly [string, string][]>>;
  /** The theme that is on. */
  readonly scheme: string | null;
}

/** The part of the page that is looked at. */
export type Scope = 'main' | 'body' | 'shell' | 'surface';

/** Reads everything that the walk compares; `scope` narrows the controls, never the rest. */
export async function see(page: Page, scope: Scope): Promise<Seen> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate((where) => {
    const walked = window as unknown as {
      axe: typeof axe;
      walkMarks?: { readonly of: WeakMap<Element, string>; count: number };
    };
    const tool = walked.axe;
    const marks = (walked.walkMarks ??= { of: new WeakMap<Element, string>(), count: 0 });
    const markOf = (element: Element) => {
      const mark = marks.of.get(element) ?? `${performance.timeOrigin}-${(marks.count += 1)}`;
      marks.of.set(element, mark);
      return mark;
    };
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"]') === null;
    const open = [
      ...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"], [role="alertdialog"]'),
    ].filter((element) => shown(element) && element.getClientRects().length > 0);
    // A list belongs to its dialog; alone, to its box.
    const last = open.findLast((element) => element.getAttribute('role') !== 'listbox') ?? open.at(-1);
    const part =
      where === 'surface'
        ? (last ?? document.createElement('div'))
        : where === 'body' || where === 'shell'
          ? document.body
          : (document.querySelector('main') ?? document.body);
    tool.setup(document.documentElement);
    const named = (element: Element) =>
      tool.commons.text.accessibleText(element).replaceAll(/\s+/g, ' ').trim();
    const roleOf = (element: Element): string => {
      if (element.getAttribute('aria-haspopup') === 'listbox' && element.tagName === 'INPUT')
        return 'combobox';
      return (
        (tool.commons.aria as unknown as { getRole: (of: Element) => string | null }).getRole(element) ?? ''
      );
    };
    const stateOf = (element: Element) => {
      const parts = ['expanded', 'checked', 'pressed', 'selected', 'current', 'sort'].flatMap((name) => {
        const value = element.getAttribute(`aria-${name}`);
        return value === null ? [] : [`${name} ${value}`];
      });
      if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type))
        parts.push(`checked ${String(element.checked)}`);
      else if ('value' in element && !(element instanceof HTMLButtonElement))
        parts.push(`value ${String(element.value)}`);
      return parts.join(', ');
    };
    const rowOf = (element: Element) => {
      const row = element.closest('tr, [role="row"], li [role="group"]');
      const head = row?.matches('[role="group"]')
        ? row
        : row?.querySelector('th[scope="row"], [role="rowheader"]');
      // What is chosen or moved by its line is called as its box is.
      const item = row ? null : element.closest('li');
      const box = item?.querySelector('button') ? item.querySelector('input[type="checkbox"]') : null;
      return head ? named(head) : box ? named(box) : '';
    };
    // How far somebody scrolled is no choice of theirs.
    const storedIn = (store: Storage) =>
      Object.entries(store)
        .filter(([key]) => !/scroll/i.test(key))
        .map(([key, value]): [string, string] => [key, String(value)])
        // The browser tells them in the order of their writing, or none.
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const wanted = new Set(
      'button link menuitem menuitemcheckbox menuitemradio switch tab checkbox radio combobox slider row'.split(
        ' ',
      ),
    );
    try {
      const surfaces = open.map((element) => ({
        role: element.getAttribute('role') ?? '',
        name: named(element),
      }));
      for (const old of document.querySelectorAll('[data-walk]')) old.removeAttribute('data-walk');
      const controls = [
        ...part.querySelectorAll(
          'a[href], button, input, select, summary, tr[tabindex="0"], [role]:not([role="presentation"])',
        ),
      ].flatMap((element) => {
        const role = element.tagName === 'SUMMARY' ? 'button' : roleOf(element);
        // Switches and radios are drawn by their labels: their own inputs have no size.
        const drawn = element instanceof HTMLInputElement ? element.checkVisibility() : shown(element);
        if (where === 'shell' && element.closest('main')) return [];
        // A row is a control where the keyboard reaches it: it opens what it is about.
        if (role === 'row' && (element as HTMLElement).tabIndex !== 0) return [];
        if (!wanted.has(role) || !drawn || element.closest('[aria-hidden="true"], [inert]')) return [];
        // Beside an open dialog the page cannot be reached, and an open list belongs to its box.
        if (where !== 'surface' && last?.getAttribute('aria-modal') === 'true') return [];
        if (element.closest('[role="listbox"]') && last?.getAttribute('role') !== 'listbox') return [];
        const mark = markOf(element);
        element.setAttribute('data-walk', mark);
        const disabled =
          (element as HTMLButtonElement).disabled === true ||
          element.getAttribute('aria-disabled') === 'true' ||
          element.hasAttribute('data-disabled');
        return [
          {
            mark,
            role,
            name: role === 'row' ? rowOf(element) : named(element),
            row: rowOf(element),
            disabled,
            href: element.getAttribute('href'),
            state: stateOf(element),
          },
        ];
      });
      const says = [
        ...document.querySelectorAll(
          '[role="alert"], [role="status"], [aria-live="polite"], .mantine-InputWrapper-error, .mantine-Notification-root',
        ),
      ]
        .filter((element) => element.checkVisibility() && element.textContent?.trim())
        .map((element) => element.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '');
      const scheme = document.documentElement.getAttribute('data-mantine-color-scheme');
      return {
        url: location.href,
        surfaces,
        controls,
        says,
        text: document.body.innerText,
        beneath: [...document.querySelectorAll<HTMLElement>('main, [role="dialog"]')]
          .map(({ innerText }) => innerText)
          .join(),
        language: document.documentElement.lang,
        kept: { local: storedIn(localStorage), session: storedIn(sessionStorage) },
        scheme,
      };
    } finally {
      tool.teardown();
    }
  }, scope);
}
