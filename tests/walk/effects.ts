import { isDeepStrictEqual } from 'node:util';
import type { RawControl, Seen } from './controls.ts';
import type { Names } from './names.ts';
import { readScreens } from './facts.ts';
import { endpointOf, type Asked } from './watch.ts';

/** Everything that was noticed while a control was tried. */
export interface Noticed {
  readonly before: Seen;
  readonly after: Seen;
  readonly asked: Asked;
  /** Addresses of tabs that opened, names of files that were downloaded, and what the browser itself was asked. */
  readonly tabs: readonly string[];
  readonly downloads: readonly string[];
  readonly browser: readonly string[];
}

const patterns = readScreens().map(({ path }) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
}));

/** An address as declarations name it: the path of the route table or of the contract, and the names of what is in its query. */
export function placeOf(address: string): string {
  const { pathname, searchParams, hash } = new URL(address);
  const found =
    patterns.find(({ path }) => path === pathname) ?? patterns.find(({ pattern }) => pattern.test(pathname));
  const query = [...new Set(searchParams.keys())].toSorted();
  return `${found?.path ?? endpointOf('GET', pathname)?.path ?? pathname}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`;
}

/** The dialogs, menus and lists that are open, as declarations name them. */
export const surfacesOf = ({ surfaces }: Seen, names: Names): readonly string[] =>
  surfaces.map(({ role, name }) => (role === 'dialog' ? `dialog ${names.plain(name)}` : role).trim());

function openedBy({ before, after }: Noticed, names: Names): readonly string[] {
  const now = surfacesOf(after, names);
  const left = [...surfacesOf(before, names)];
  const count = left.length;
  // A dialog over another one that is called after a record, too, has the same name here.
  const all = now.filter((name) => {
    const place = left.indexOf(name);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  // A dialog that begins with a list is a dialog.
  const dialogs = all.filter((name) => name !== 'listbox');
  const opened = dialogs.length > 0 ? dialogs : all;
  if (opened.length > 0) return opened.map((name) => `opens ${name}`);
  return now.length < count ? ['closes'] : [];
}

function openedHere(control: RawControl, noticed: Noticed, names: Names): readonly string[] {
  // What opens and closes with another screen belongs to that one, which is not waited for.
  if (wentTo(noticed).some((one) => one.startsWith('goes to'))) return [];
  // What a field suggests when a button leads back to it is not what the button does.
  return openedBy(noticed, names).filter((one) => one !== 'opens listbox' || control.role === 'combobox');
}

function wentTo({ before, after }: Noticed): readonly string[] {
  if (before.url === after.url) return [];
  const place = placeOf(after.url);
  if (before.url.split('#')[0] === after.url.split('#')[0]) return [`moves to ${new URL(after.url).hash}`];
  return [
    new URL(before.url).pathname === new URL(after.url).pathname ? `filters ${place}` : `goes to ${place}`,
  ];
}

/** A choice that is made already, or a link to where the person is: nothing happens, and the control says why. */
function staysAt(control: RawControl, { before }: Noticed): boolean {
  if (control.role === 'link' && control.href !== null) {
    return new URL(control.href, before.url).href.split('#')[0] === before.url.split('#')[0];
  }
  // A switch or box that is on can be switched off.
  if (['switch', 'checkbox', 'menuitemcheckbox'].includes(control.role)) return false;
  return /(?:checked|selected|pressed) true|current (?:true|page)/.test(control.state);
}

/**
 * What a control did, the strongest first (`weak` ones count only where nothing stronger happened): requests that write, tabs,
 * downloads, dialogs, addresses, its own state, what is kept; then what is read, said or shown.
 */
export function effectsOf(
  control: RawControl,
  noticed: Noticed,
  names: Names,
): { readonly effects: readonly string[]; readonly weak: boolean } {
  const strong = strongEffectsOf(control, noticed, names);
  return strong.length > 0
    ? { effects: strong, weak: false }
    : { effects: weakEffectsOf(control, noticed, names), weak: true };
}

function strongEffectsOf(control: RawControl, noticed: Noticed, names: Names): readonly string[] {
  const { before, after, asked } = noticed;
  const own = ownIn(noticed, control);
  const changed = own !== undefined && own.state !== control.state;
  const strong = [
    ...asked.writes,
    // A tab without an address is empty, or was only there for its download.
    ...noticed.tabs.filter((url) => /^https?:/.test(url)).map((url) => `tab ${placeOf(url)}`),
    ...noticed.downloads.map((name) => `download ${/\.\w+$/.exec(name)?.[0] ?? 'file'}`),
    ...noticed.browser,
    ...openedHere(control, noticed, names),
    ...wentTo(noticed),
  ];
  // That a menu closes is not what its entry is for.
  if (strong.join() === 'closes' && control.role.startsWith('menuitem') && before.beneath !== after.beneath)
    return ['closes', 'shows something else'];
  if (strong.length > 0) return strong;
  if (changed) return ['changes its state'];
  return isDeepStrictEqual([before.kept, before.scheme], [after.kept, after.scheme])
    ? []
    : ['keeps it in the browser'];
}

/** What a control says of itself, without how it is. */
const partsOf = ({ state }: RawControl): string => state.replaceAll(/(\w+) [^,]*/g, '$1');

/**
 * The control afterwards: its element; of an element that was replaced its name, or its place where its state is a part of its name and
 * no other control came or went.
 */
function ownIn({ before, after }: Noticed, control: RawControl): RawControl | undefined {
  const { role, name, mark } = control;
  const found =
    after.controls.find((one) => one.mark === mark) ??
    after.controls.find((one) => one.role === role && one.name === name);
  if (found || before.controls.length !== after.controls.length) return found;
  const place = before.controls.findIndex((one) => one.mark === mark);
  const isSame = (one: RawControl, at: number) =>
    after.controls[at]?.role === one.role && (at === place || after.controls[at].name === one.name);
  const there = after.controls[place];
  return there && partsOf(there) === partsOf(control) && before.controls.every(isSame) ? there : undefined;
}

function weakEffectsOf(control: RawControl, noticed: Noticed, names: Names): readonly string[] {
  const { before, after, asked } = noticed;
  const said = after.says.filter((text) => !before.says.includes(text));
  if (said.length > 0) return [`says ${JSON.stringify(names.plain(said[0] ?? '').slice(0, 80))}`];
  if (asked.reads.length > 0) return [...asked.reads];
  if (staysAt(control, noticed)) return ['is here already'];
  const listed = ({ controls }: Seen) =>
    controls.map(({ role, name, state }) => `${role} ${name} ${state}`).join();
  return before.text === after.text && listed(before) === listed(after) ? [] : ['shows something else'];
}
