import { isDeepStrictEqual } from 'node:util';
import type { Download, Page } from '@playwright/test';
import { act, callOf, chooseAnother, keyedBy, settle } from './acts.ts';
import { see, type RawControl, type Scope, type Seen } from './controls.ts';
import { keyOf, type Line } from './declared.ts';
import { effectsOf, surfacesOf } from './effects.ts';
import { expectDocuments } from './enter.ts';
import { follow } from './follow.ts';
import type { Level, Owed } from './levels.ts';
import { collectNames } from './names.ts';
import { putBack, undo } from './undo.ts';
import { watchPage, type Asked } from './watch.ts';

/** What a walk over one screen needs. */
export interface Crawl {
  readonly page: Page;
  readonly address: string;
  /** The part whose controls are walked: the screen without the shell, or everything. */
  readonly scope: 'main' | 'body' | 'shell';
}

/** Dialogs in dialogs are looked at and not walked. */
const deepest = 1;

const surfaceRoles = /^opens (?:dialog|menu|alertdialog)/;

const placeIn = ({ url }: Pick<Seen, 'url'>): string => new URL(url).pathname;

/** Walks one screen: every control of the screen and of the dialogs and menus that it opens. */
export async function crawl({ page, address, scope }: Crawl): Promise<readonly Line[]> {
  const names = collectNames(page);
  const watch = await watchPage(page, new URL(address).origin);
  const tabs: Promise<string>[] = [];
  const downloads: Download[] = [];
  const browser: string[] = [];
  await page.exposeFunction('walkNotices', (what: string) => void browser.push(what));
  await page.addInitScript(() => {
    const { walkNotices } = window as unknown as { walkNotices: (what: string) => void };
    window.print = () => walkNotices('prints');
    // The browser would close only what a script has opened.
    window.close = () => walkNotices('closes the window');
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async () => walkNotices('copies') },
    });
  });
  page.on('popup', (tab) =>
    tabs.push(
      // A browser without a viewer of its own downloads what it would show in the tab.
      Promise.race([
        tab.waitForEvent('download', { timeout: 5000 }).then(() => ''),
        tab
          .waitForURL((url) => url.protocol !== 'about:', { timeout: 5000, waitUntil: 'commit' })
          .then(() => tab.url()),
      ])
        .catch(() => '')
        .finally(() => void tab.close().catch(() => undefined)),
    ),
  );
  page.on('download', (download) => downloads.push(download));
  page.on('filechooser', () => browser.push('asks for a file'));
  page.on('dialog', (dialog) => void dialog.accept());

  const keyed = ({ controls }: Seen) => keyedBy(controls, names.plain);
  const enabled = (seen: Seen): readonly string[] =>
    [...keyed(seen)].filter(([, { disabled }]) => !disabled).map(([key]) => key);
  const sameKeys = (one: Seen, other: Seen): boolean =>
    isDeepStrictEqual([...keyed(one).keys(), ...enabled(one)], [...keyed(other).keys(), ...enabled(other)]);
  const arrive = async (): Promise<void> => {
    // What a screen saves when it is left would change it for who comes next.
    watch.hold();
    // Somewhere without the application, in the same process, where what the page kept is forgotten.
    await page.goto(`${new URL(address).origin}/favicon.svg`);
    watch.letGo();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(address);
    await page.locator('h1').first().waitFor({ timeout: 30_000 });
    await settle(page, watch, 300);
    await expectDocuments(page);
  };
  const tryOne = async (control: RawControl, before: Seen, part: Scope) => {
    tabs.length = 0;
    downloads.length = 0;
    browser.length = 0;
    watch.hold();
    const done = await act(page, control).catch(async () => {
      // Drawn anew meanwhile: it is found by its name.
      const again = keyed(await see(page, part)).get(
        keyOf({ role: control.role, name: callOf(control, names.plain) }),
      );
      return again ? act(page, again).catch(() => null) : null;
    });
    if (done === null) return { after: await see(page, part), effects: [] };
    // Who is signed in comes to another screen, not to a dialog of it.
    let leaving: Asked | null = null;
    const left = () => {
      const gone = scope !== 'body' && placeIn({ url: page.url() }) !== placeIn(before);
      // What the other screen asks for when it comes is its own.
      if (gone) leaving ??= watch.asked();
      return gone;
    };
    await settle(page, watch, 160, left);
    if (control.role === 'combobox') await chooseAnother(page, watch, control);
    for (let looks = 0; ; looks += 1) {
      const after = await see(page, part);
      const noticed = {
        before,
        after,
        asked: leaving ?? watch.asked(),
        tabs: await Promise.all(tabs),
        downloads: downloads.map((one) => one.suggestedFilename()),
        browser: [...browser, ...done],
      };
      const { effects, weak } = effectsOf(control, noticed, names);
      if (!weak || looks === (effects.length > 0 ? 1 : 10)) return { after, effects };
      // What opens only when its part of the page has come is waited for, and what does nothing longer than that.
      await page.waitForTimeout(500);
      await settle(page, watch);
    }
  };
  const signature = (seen: Seen): string =>
    JSON.stringify([
      seen.url,
      surfacesOf(seen, names),
      // In the order of the page, with everything that they say of themselves.
      seen.controls.map(({ role, name, state, disabled }) => [role, name, state, disabled]),
      seen.says,
      seen.kept,
      seen.scheme,
    ]);
  /** What was seen before each step of the level that is walked. */
  const passed: string[] = [];
  const replay = (level: Level, from = 0): Promise<Seen | null> =>
    follow(page, watch, names.plain, level, {
      from,
      passing: (at, seen) => void (passed[at] = signature(seen)),
    });
  const reach = async (level: Level): Promise<Seen> => {
    await arrive();
    if (level.steps.length === 0) return see(page, scope);
    const seen = await replay(level);
    if (!seen) throw new Error(`${level.steps.map(({ key }) => key).join(' → ')} is not there any more`);
    return seen;
  };
  /** Back to where the control was tried: as a person goes back where that is enough, else from the beginning. */
  const back = async (level: Level, { control, before, after }: Owed): Promise<Seen> => {
    if (watch.asked().writes.length > 0) return reach(level);
    const wanted = signature(before);
    if (signature(after) === wanted) return after;
    watch.letGo();
    if (control && (await undo(page, control, before, after))) {
      await settle(page, watch);
      const now = await putBack(page, before).then(() => see(page, level.scope));
      if (signature(now) === wanted) return now;
    }
    if (page.url() !== before.url) {
      // The router hears it as a way of its own; a filter that stands in the place of the address before it has no way back.
      await page.evaluate((to) => window.history.pushState({}, '', to), before.url).catch(() => undefined);
      if (page.url() !== before.url) return reach(level);
      await settle(page, watch, 300);
    }
    for (let presses = 0; presses < 2; presses += 1) {
      const now = await putBack(page, before).then(() => see(page, level.scope));
      if (signature(now) === wanted) return now;
      if (now.surfaces.length === 0) break;
      await page.keyboard.press('Escape');
      await settle(page, watch);
    }
    // From the last step before which it looks as it did then.
    for (const [at, step] of [...level.steps.entries()].toReversed()) {
      if (signature(await see(page, step.scope)) !== passed[at]) continue;
      const again = await replay(level, at);
      if (again && signature(again) === wanted) return again;
      break;
    }
    return reach(level);
  };

  /** From a level, or what was walked below it, to what opens there. */
  const goOn = async (level: Level, before: Seen, next: Level): Promise<Seen> => {
    if (watch.asked().writes.length > 0) return reach(next);
    await back(level, { control: null, before, after: await see(page, level.scope), list: false });
    return (await replay(next, level.steps.length)) ?? reach(next);
  };

  const walked = new Set<string>();
  const revealed = new Set<string>();
  const walkLevel = async (level: Level, reached: Seen): Promise<readonly Line[]> => {
    let before = reached;
    let owed: Owed | null = null;
    const done = new Set(level.known);
    const tried = new Set(level.known);
    const lines: Line[] = [];
    const further: { line: Line; level: Level }[] = [];
    for (;;) {
      const next = [...keyed(before)].find(([key]) => !done.has(key));
      if (!next) break;
      if (owed && !next[1].disabled && !(owed.list && next[1].role === 'combobox')) {
        before = await back(level, owed);
        owed = null;
        continue;
      }
      const [key, control] = next;
      done.add(key);
      const below: Line[] = [];
      const { role } = control;
      const name = callOf(control, names.plain);
      if (!control.disabled) tried.add(key);
      else {
        lines.push({ role, name, effects: [], below });
        continue;
      }
      const began = Date.now();
      const { after, effects } = await tryOne(control, before, level.scope);
      if (effects.length === 0 && owed) {
        // Another list may have filled it in: it is tried by itself.
        before = await back(level, { ...owed, after });
        owed = null;
        done.delete(key);
        continue;
      }
      const line = { role, name, effects: effects.length > 0 ? effects : ['nothing'], below };
      lines.push(line);
      const surface = effects.find((one) => surfaceRoles.test(one));
      const steps = [...level.steps, { key, scope: level.scope }];
      // A dialog that is called by its data is another one behind another control, as menus are.
      const kind = /^opens (?:menu|dialog …)$/.test(surface ?? '') ? `${surface} ${key}` : surface;
      // What opens at another screen is walked there.
      const here = placeIn(after) === placeIn(before);
      if (surface !== undefined && kind !== undefined && here && !walked.has(kind)) {
        walked.add(kind);
        const depth = level.depth + (surface === 'opens menu' ? 0 : 1);
        if (level.depth <= deepest - 1 || surface === 'opens menu') {
          further.push({ line, level: { steps, scope: 'surface', depth, known: new Set() } });
        }
      } else if (surface === undefined && level.steps.length === 0) {
        // What a tab, a form or a filter brings to the screen itself, or makes possible there, is walked too.
        const known = new Set([...tried, ...revealed, ...enabled(before)]);
        // Another language brings no other control.
        const same = after.language === before.language && here;
        const fresh = same ? [...keyed(after).keys()] : [];
        const brought = same ? enabled(after).filter((one) => !known.has(one)) : [];
        for (const one of brought) revealed.add(one);
        const all = new Set(fresh.filter((one) => !brought.includes(one)));
        if (brought.length > 0)
          further.push({ line, level: { steps, scope: level.scope, depth: 0, known: all } });
      }
      // Lists are chosen from one after another, as a form is filled in.
      const list = role === 'combobox' && effects.join() === 'changes its state' && sameKeys(before, after);
      owed = { ...(owed ?? { control, before }), after, list };
      if (list) before = after;
      if (process.env.WALK_DEBUG)
        console.log(
          `${'  '.repeat(level.steps.length)}${key} > ${effects.join(' + ')} (${Date.now() - began} ms)`,
        );
    }
    const clean = owed?.before ?? before;
    for (const { line, level: next } of further) {
      try {
        (line.below as Line[]).push(...(await walkLevel(next, await goOn(level, clean, next))));
      } catch (error) {
        // What is there once and not again is told at its control, and the walk goes on.
        if (page.isClosed()) throw error;
        console.error(error);
        (line.effects as string[]).push('nothing');
      }
    }
    return lines;
  };
  const top = { steps: [], scope, depth: 0, known: new Set<string>() };
  return walkLevel(top, await reach(top));
}
