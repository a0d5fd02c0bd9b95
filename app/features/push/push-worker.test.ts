import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';

const source = readFileSync(path.join(import.meta.dirname, '../../public/push-worker.js'), 'utf8');
type Handler = (event: object) => void;

let handlers: Map<string, Handler>;
let shown: unknown[];
let opened: string[];
let waited: Promise<unknown>[];

/** The worker as it is served, in a place like that of a worker. */
beforeEach(() => {
  handlers = new Map();
  shown = [];
  opened = [];
  waited = [];
  const self = {
    location: { origin: 'https://training.example.org' },
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
    registration: { showNotification: async (...told: unknown[]) => void shown.push(told) },
    clients: { openWindow: async (address: string) => void opened.push(address) },
  };
  runInContext(source, createContext({ self, URL }));
});

const send = (name: string, event: object) =>
  handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waited.push(work) });

test('[NOT-03] the worker shows what it was sent, and nothing where nothing was sent', () => {
  const message = { title: 'New training', body: 'It is due soon.', path: '/my-assignments', tag: 'one' };
  send('push', { data: { json: () => message } });
  send('push', { data: null });
  expect(JSON.parse(JSON.stringify(shown))).toEqual([
    [
      'New training',
      { body: 'It is due soon.', tag: 'one', icon: '/favicon.svg', data: { path: '/my-assignments' } },
    ],
  ]);
  expect(waited).toHaveLength(1);
});

test.each([
  ['/training-module/7', ['https://training.example.org/training-module/7']],
  ['https://elsewhere.example/', []],
  ['//elsewhere.example/', []],
  ['javascript:alert(1)', []],
])('[NOT-03] a click on a message that names %s opens %j', (to, addresses) => {
  let closed = 0;
  send('notificationclick', { notification: { data: { path: to }, close: () => (closed += 1) } });
  expect([opened, closed]).toEqual([addresses, 1]);
});

test('[NOT-03] the worker stands in the way of no request', () => {
  expect([...handlers.keys()]).toEqual(['push', 'notificationclick']);
});
