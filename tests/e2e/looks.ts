import axe from 'axe-core';
import { expect, type CDPSession, type Page } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repeatedBelow } from './repeated.ts';

const pictures = join(import.meta.dirname, '../../test-results/pictures');
/** Every width with `npm run walk`, else one; the smallest one is looked at for what is cut off in any case. */
const walking = process.env.WALK === '1';
const widths = walking ? [360, 768, 1440] : [1440];
/** Where nobody looks at them, pictures are not worth their time. */
const seen = process.env.CI !== 'true';
const themes = ['light', 'dark'] as const;
const height = 900;

/** What axe found, as far as a failed test tells of it. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly where: string; readonly message: string }[];
}

/** Nothing moves any more: a picture in the middle of a movement would be of neither state. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const ending = document
      .getAnimations()
      .filter((moving) => moving.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((moving) => moving.finished));
    await frame();
  });
}

type Pinned = Window & { pinnedTheme?: MutationObserver };

/** Shows a theme and holds it against the page's own, which comes with the person's settings and may come later. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    const attribute = 'data-mantine-color-scheme';
    const html = document.documentElement;
    const hold = () => {
      if (html.getAttribute(attribute) !== name) html.setAttribute(attribute, name);
    };
    (window as Pinned).pinnedTheme?.disconnect();
    hold();
    const pin = new MutationObserver(hold);
    pin.observe(html, { attributes: true, attributeFilter: [attribute] });
    (window as Pinned).pinnedTheme = pin;
  }, theme);
  await rest(page);
}

async function letThemeGo(page: Page): Promise<void> {
  await page.evaluate(() => (window as Pinned).pinnedTheme?.disconnect());
}

/** What {@link expectAccessible} brings to a page. */
interface Injected {
  readonly axe: typeof axe;
  readonly repeatedBelow: typeof repeatedBelow;
}

/**
 * Fails with every violation of WCAG 2.2 AA that axe finds (SHELL-10). `rules` narrows it to some rules: what was already
 * looked at in one theme differs in the other by its colours alone. Rows of a list that differ by their words alone are looked at
 * once, and all of them with `npm run walk`.
 */
export async function expectAccessible(page: Page, what: string, rules?: readonly string[]): Promise<void> {
  // A page whose part is still being fetched has nothing to look at yet.
  await expect(page.locator('h1').or(page.getByRole('dialog')), `${what} is there`).not.toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(`${axe.source}; window.repeatedBelow = ${repeatedBelow.toString()};`);
  }
  const violations = await page.evaluate(
    async ({ runOnly, notRules, everything }): Promise<readonly Violation[]> => {
      const { axe, repeatedBelow } = window as unknown as Injected;
      // Where the page was scrolled to, its header covers a part of a control by chance, which axe takes for a small one.
      window.scrollTo(0, 0);
      const open = (role: string) =>
        [...document.querySelectorAll(role)].filter((element) => element.checkVisibility());
      // Behind an open dialog nothing can be reached: the page is looked at where it stands alone.
      const dialogs = open('[role="dialog"][aria-modal="true"]');
      const include =
        dialogs.length > 0 ? [...dialogs, ...open('[role="listbox"]')] : [document.documentElement];
      const where = { include, exclude: everything ? [] : repeatedBelow(include) };
      const rules = Object.fromEntries(notRules.map((rule) => [rule, { enabled: false }]));
      const found = await axe.run(where as unknown as axe.ElementContext, {
        // The only frames show emails, which take no scripts and so no messages.
        iframes: false,
        // Only violations are handed over: the list of everything that passed takes longer than the looking.
        resultTypes: ['violations'],
        runOnly,
        rules,
      });
      return found.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, any, all }) => ({
          where: target.join(' '),
          message: any[0]?.message ?? all[0]?.message ?? '',
        })),
      }));
    },
    {
      everything: walking,
      runOnly: rules
        ? { type: 'rule' as const, values: [...rules] }
        : {
            type: 'tag' as const,
            values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
          },
      // The head of a dialog is a header element of the component library, which inside a dialog is no landmark of the
      // page; what floats over the page lies outside of its landmarks. The last rule never fails, and takes a tenth of the time.
      notRules: rules ? [] : ['landmark-no-duplicate-banner', 'landmark-unique', 'region', 'hidden-content'],
    },
  );
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ where, message }) => `${id}: ${where} (${message})`),
  );
  expect(told, `axe on ${what}`).toEqual([]);
}

/** Fails when a text is cut off or the page scrolls sideways (SHELL-11). */
export async function expectNothingCut(page: Page, what: string): Promise<void> {
  await rest(page);
  const cut = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const found = wide > 1 ? [`the page is ${wide} px too wide`] : [];
    // A text may be whole in its own element and still run out of a card or frame around it.
    const cutByBox = (element: HTMLElement): boolean => {
      const { right, width } = element.getBoundingClientRect();
      if (width <= 1) return false;
      for (let box = element.parentElement; box; box = box.parentElement) {
        const { display, overflowX, textOverflow } = getComputedStyle(box);
        if (display === 'inline') continue;
        if (overflowX === 'auto' || overflowX === 'scroll' || box.clientWidth <= 1) return false;
        if (textOverflow === 'ellipsis') return false;
        const hides = overflowX === 'hidden' || overflowX === 'clip';
        if (hides && right > box.getBoundingClientRect().right + 1) return true;
      }
      return false;
    };
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (
        !text ||
        !element.checkVisibility() ||
        element.closest('[aria-hidden="true"], option, script, style')
      )
        continue;
      const style = getComputedStyle(element);
      if (cutByBox(element)) found.push(`cut by what holds it: ${element.textContent?.trim()}`);
      // What is hidden on purpose for the eye is one pixel small; an ellipsis is a decision, with the whole text elsewhere.
      if (element.clientWidth <= 1 || style.textOverflow === 'ellipsis') continue;
      const clipped = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (clipped && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut: ${element.textContent?.trim()}`);
      const box = element.getBoundingClientRect();
      const inScroller = element.closest('[data-scrolls], section[tabindex="0"]') !== null;
      if (!inScroller && box.width > 0 && (box.right > window.innerWidth + 1 || box.left < -1)) {
        found.push(`outside: ${element.textContent?.trim()}`);
      }
    }
    return found;
  });
  expect(cut, `cut off on ${what}`).toEqual([]);
}

/** Waits until nothing that is seen waits for its data or for its part of the page; behind a dialog nothing is fetched that lies below. */
export async function expectNothingAwaited(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog').filter({ visible: true });
  const where = (await dialogs.count()) > 0 ? dialogs : page.locator('body');
  const waiting = where.locator('[aria-busy="true"], .mantine-Skeleton-root').filter({ visible: true });
  await expect(waiting).toHaveCount(0, { timeout: 30_000 });
}

/** One a page, open as long as the page: when one ends, the page loses what another gave it, such as an authenticator. */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * Takes a picture of what is shown. Outside of `npm run walk`, which wants whole pages, it is written without squeezing it:
 * that took most of the time of a picture.
 */
async function takePicture(page: Page, name: string): Promise<void> {
  const path = join(pictures, `${name}.png`);
  if (walking) {
    // What a dialog lies over is looked at where it stands alone.
    const covered = page.getByRole('dialog').filter({ visible: true });
    await page.screenshot({ path, fullPage: (await covered.count()) === 0 });
    return;
  }
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  await mkdir(pictures, { recursive: true });
  await writeFile(path, Buffer.from(data, 'base64'));
}

/**
 * Takes pictures of what is shown in both themes (save in CI) and checks each with axe, and at 360 px for what is cut off (UI.md
 * 'Proof'); `npm run walk` takes whole pages at three widths. `only` are the widths at which it exists at all. The page keeps its last theme and
 * width.
 */
export async function checkLooks(page: Page, name: string, only?: readonly number[]): Promise<void> {
  for (const width of only ?? widths) {
    await page.setViewportSize({ width, height });
    // Another width may bring another part of the page.
    if (walking) {
      await rest(page);
      await expectNothingAwaited(page);
    }
    for (const theme of themes) {
      await showTheme(page, theme);
      if (seen) await takePicture(page, `${name}-${theme}-${width}`);
      const rules = theme === themes[0] ? undefined : ['color-contrast'];
      await expectAccessible(page, `${name}, ${theme}, ${width} px`, rules);
    }
    if (walking) await expectNothingCut(page, `${name} at ${width} px`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingCut(page, `${name} at 360 px`);
  await letThemeGo(page);
}
