import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#app/lib/api-error.ts';
import { Autosave } from '#app/lib/autosave.ts';

type Values = Readonly<Record<string, number>>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that takes so long for a write and may be away. */
class FakeServer {
  stored: Values = {};
  delay = 0;
  down: number | null = null;
  writing = 0;
  mostAtOnce = 0;
  writes = 0;

  async write(values: Values): Promise<void> {
    this.writing += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.writing);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    this.writing -= 1;
    if (this.down !== null) throw new ApiError(this.down, 'not now');
    this.stored = { ...this.stored, ...values };
    this.writes += 1;
  }
}

/** A tab in which values are saved by themselves; a later tab of the same browser starts with what an earlier one kept. */
class Tab {
  autosave: Autosave<Values, Values>;

  constructor(server: FakeServer, browser: { kept: string | null }) {
    const waiting = JSON.parse(browser.kept ?? '{}') as Values;
    this.autosave = new Autosave<Values, Values>({
      shown: waiting,
      waiting,
      isEmpty: (values) => Object.keys(values).length === 0,
      gather: 500,
      keep: (text) => (browser.kept = text),
      write: async ({ waiting: sent }, _, take) => {
        await server.write(sent);
        take((now) => ({
          waiting: Object.fromEntries(
            Object.entries(now.waiting).filter(([key, value]) => sent[key] !== value),
          ),
        }));
      },
    });
  }

  type(key: string, value: number): void {
    this.autosave.change(({ shown, waiting }) => ({
      shown: { ...shown, [key]: value },
      waiting: { ...waiting, [key]: value },
    }));
  }
}

const step = fc.oneof(
  fc.record({ does: fc.constant('type' as const), key: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ does: fc.constant('pass' as const), time: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ does: fc.constant('slow' as const), time: fc.integer({ min: 0, max: 4000 }) }),
  fc.record({
    does: fc.constantFrom('down', 'busy', 'up', 'online', 'flush', 'hide', 'reopen', 'pause', 'resume'),
  }),
);

test('[VIEW-03] [VIEW-06] whatever happens, one write at a time, and the newest values arrive once the server takes them', async () => {
  const history = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
    const server = new FakeServer();
    const browser: { kept: string | null } = { kept: null };
    let tab = new Tab(server, browser);
    const typed: Record<string, number> = {};
    let count = 0;
    for (const one of steps) {
      if (one.does === 'type') {
        count += 1;
        typed[one.key] = count;
        tab.type(one.key, count);
      } else if (one.does === 'pass') await vi.advanceTimersByTimeAsync(one.time);
      else if (one.does === 'slow') server.delay = one.time;
      else if (one.does === 'down') server.down = 0;
      else if (one.does === 'busy') server.down = 503;
      else if (one.does === 'up') server.down = null;
      else if (one.does === 'online') tab.autosave.online();
      else if (one.does === 'flush') void tab.autosave.flush();
      else if (one.does === 'hide') void tab.autosave.flush(true);
      else if (one.does === 'pause') void tab.autosave.pause();
      else if (one.does === 'resume') tab.autosave.resume();
      else {
        tab.autosave.leave();
        // Nothing of an earlier tab is under way when the next one opens.
        await vi.advanceTimersByTimeAsync(10_000);
        tab = new Tab(server, browser);
      }
    }
    // What waits is always kept, for a tab that is closed now.
    const { waiting } = tab.autosave.getState();
    expect(JSON.parse(browser.kept ?? '{}')).toEqual(waiting);
    server.down = null;
    tab.autosave.resume();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.stored).toEqual(typed);
    expect(server.mostAtOnce).toBeLessThanOrEqual(1);
    expect(tab.autosave.getState()).toMatchObject({ save: 'saved', waiting: {}, error: null });
    expect(browser.kept).toBeNull();
    const { writes } = server;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(server.writes).toBe(writes);
  });
  await fc.assert(history, { numRuns: 300 });
});

test('[VIEW-06] a change during a write follows at once where the tab is left', async () => {
  const server = new FakeServer();
  server.delay = 1000;
  const tab = new Tab(server, { kept: null });
  tab.type('a', 1);
  await vi.advanceTimersByTimeAsync(600);
  tab.type('a', 2);
  tab.autosave.leave();
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.stored).toEqual({ a: 2 });
});

test('[VIEW-03] without a connection it is tried after 2, 4, 8, 15 and then every 30 seconds', async () => {
  const server = new FakeServer();
  server.down = 0;
  const tries: number[] = [];
  const tab = new Tab(server, { kept: null });
  const start = Date.now();
  const write = server.write.bind(server);
  server.write = (values) => {
    tries.push(Date.now() - start);
    return write(values);
  };
  tab.type('a', 1);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(tries.map((at, index) => at - (tries[index - 1] ?? 0))).toEqual([
    500, 2000, 4000, 8000, 15_000, 30_000, 30_000,
  ]);
  expect(tab.autosave.getState().save).toBe('waiting');
});

test('[VIEW-06] what was ended is not kept and not written, whatever was under way', async () => {
  const server = new FakeServer();
  server.delay = 1000;
  const browser = { kept: null };
  const tab = new Tab(server, browser);
  tab.type('a', 1);
  await vi.advanceTimersByTimeAsync(600);
  tab.type('b', 1);
  tab.autosave.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([browser.kept, server.writes]).toEqual([null, 1]);
});
