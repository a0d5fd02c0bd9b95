import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CommandTransaction, Subscribers } from '#server/platform/command/transaction.ts';
import { subscriptions } from './subscriptions.ts';

/** The source of the server without tests. */
function sources(): string {
  const files = fs.readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$/.test(file))
    .map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
}

/** Those of some names that no code gives as the type of an event; its declaration does not count. */
const neverRaised = (names: readonly string[], source: string): readonly string[] =>
  names.filter((name) => !new RegExp(`(?<!readonly )\\btype(?::| =)\\s*'${name}'`).test(source));

test('[AUD-01] every event that is declared is raised by some command', () => {
  const source = sources();
  expect(neverRaised(Object.keys(subscriptions), source)).toEqual([]);
  const planted = `${source}\ninterface Planted { readonly type: 'planted.event' }`;
  expect(neverRaised(['planted.event'], planted)).toEqual(['planted.event']);
});

test('[AUD-01] an event that is not declared can be neither raised nor heard, and one that nobody hears does not compile', () => {
  const plant = (tx: CommandTransaction): void => {
    // @ts-expect-error an event of this name is not declared
    tx.emit({ type: 'user.renamed', userId: '1' });
  };
  // @ts-expect-error an event of this name is not declared
  const unknown: Subscribers = { ...subscriptions, 'user.renamed': [async () => undefined] };
  // @ts-expect-error nobody hears this event
  const unheard: Subscribers = { ...subscriptions, 'user.erased': [] };
  const { 'user.erased': _left, ...others } = subscriptions;
  // @ts-expect-error an event is missing in the table
  const missing: Subscribers = others;
  expect([typeof plant, unknown, unheard, missing].length).toBe(4);
});
