import { expect, it } from 'vitest';
import type { RawControl, Seen } from './controls.ts';
import { effectsOf, type Noticed } from './effects.ts';

const url = 'http://localhost/inspections/1';
const names = { plain: (name: string) => name };

const button = (mark: string, name: string, state: string): RawControl => ({
  mark,
  role: 'button',
  name,
  row: '',
  disabled: false,
  href: null,
  state,
});

const look = (...controls: readonly RawControl[]): Seen => ({
  url,
  surfaces: [],
  controls,
  says: [],
  text: controls.map(({ name }) => name).join(),
  beneath: '',
  language: 'en',
  kept: { local: [], session: [] },
  scheme: null,
});

/** What is noticed when an entry is opened: it asks for its details. */
const opening = (before: Seen, after: Seen): Noticed => ({
  before,
  after,
  asked: { writes: [], reads: ['GET /api/audit/:id'] },
  tabs: [],
  downloads: [],
  browser: [],
});

const closed = 'expanded false';
const open = 'expanded true';

it('[SHELL-05] a control that takes another name is not taken for another one that has its old name', () => {
  const first = button('1', 'Show everything: Ada signed in', closed);
  const second = button('2', 'Show everything: Ada signed in', closed);
  const renamed = button('1', 'Hide details: Ada signed in', open);
  // An entry of the trail may have come at the top meanwhile.
  for (const come of [[], [button('3', 'Show everything: Bo signed in', closed)]]) {
    const noticed = opening(look(first, second), look(...come, renamed, second));
    expect(effectsOf(first, noticed, names)).toEqual({
      effects: ['changes its state'],
      weak: false,
    });
  }
});

it('[SHELL-05] a control that is drawn anew is found by its name, or by its place', () => {
  const before = button('1', 'Show everything', closed);
  for (const name of ['Show everything', 'Hide details']) {
    const noticed = opening(look(before), look(button('2', name, open)));
    expect(effectsOf(before, noticed, names).effects).toEqual(['changes its state']);
  }
});

it('[SHELL-05] a control that goes is not taken for the one that comes in its place', () => {
  const first = button('1', 'Show everything: Ada signed in', closed);
  const more = button('2', 'Show older events', '');
  const older = button('3', 'Show everything: Bo signed in', closed);
  const noticed = opening(look(more, first), look(first, older));
  expect(effectsOf(more, noticed, names).effects).toEqual(['GET /api/audit/:id']);
  const last = opening(look(first, more), look(first, older));
  expect(effectsOf(more, last, names).effects).toEqual(['GET /api/audit/:id']);
});
