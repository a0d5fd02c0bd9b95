import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shareList } from '#shared/domain/viewing/parts.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { bodiesOf, parsePending, type ProgressAnswer, type ProgressBody } from './pending.ts';
import { ProgressReporter } from './progress-reporter.ts';

/** A server that credits at most so many pages a report, as the real one does by its clock. */
class FakeServer {
  readonly bodies: ProgressBody[] = [];
  readonly seen = new Set<number>();
  readonly shares: Record<string, number> = {};
  online = true;
  creditsAtOnce = 100;
  shareAtOnce = 1;
  error: ApiError | null = null;

  answer(): ProgressAnswer {
    const pages = [...this.seen].sort((a, b) => a - b);
    return {
      progress: pages.length * 10,
      contentSeen: pages.length === 10,
      quiz: null,
      seconds: 0,
      lastPosition: null,
      shares: shareList(this.shares),
      files: [
        {
          name: 'guide.pdf',
          url: '/api/files/guide.pdf',
          contentType: 'application/pdf',
          size: 1000,
          pages: 10,
          durationSeconds: null,
          seenPages: pages,
          watched: [],
          isSeen: pages.length === 10,
        },
      ],
    };
  }

  readonly send = async (body: ProgressBody): Promise<ProgressAnswer> => {
    if (!this.online) throw new ApiError(0, 'The server cannot be reached.');
    if (this.error) throw this.error;
    this.bodies.push(body);
    for (const page of (body.pages ?? []).slice(0, this.creditsAtOnce)) this.seen.add(page);
    for (const { part, share } of body.shares ?? [])
      this.shares[part] = Math.min(share, (this.shares[part] ?? 0) + this.shareAtOnce);
    return this.answer();
  };
}

let server: FakeServer;
let kept: string | null;
let lost: number;
let fetched: string[];

function open(): ProgressReporter {
  return new ProgressReporter({
    viewSessionId: 's1',
    opened: server.answer(),
    send: server.send,
    fetchAgain: (urls) => fetched.push(...urls),
    onSessionLost: () => (lost += 1),
    keep: (text) => (kept = text),
    kept,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  kept = null;
  lost = 0;
  fetched = [];
});
afterEach(() => void vi.useRealTimers());

describe('reporting', () => {
  test('[VIEW-03] a seen page is told within a second, with what came meanwhile, once', async () => {
    const reporter = open();
    reporter.at('guide.pdf', 2);
    reporter.pageSeen('guide.pdf', 1);
    reporter.pageSeen('guide.pdf', 2);
    expect(reporter.autosave.getState().save).toBe('saving');
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.bodies).toEqual([
      { viewSessionId: 's1', seconds: 0, file: 'guide.pdf', pages: [1, 2], position: 2 },
    ]);
    expect(reporter.autosave.getState()).toMatchObject({ save: 'saved', shown: { progress: 20 } });
    reporter.pageSeen('guide.pdf', 1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.bodies).toHaveLength(1);
  });

  test('[VIEW-03] shares of parts that cannot be counted are told in whole percents, only upward, and never twice', async () => {
    const reporter = open();
    for (const share of [0.2, 0.101, 0.339]) reporter.shareSeen('text', share);
    reporter.shareSeen('plan.png', 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.bodies).toEqual([
      { viewSessionId: 's1', seconds: 0, shares: shareList({ text: 0.33, 'plan.png': 1 }) },
    ]);
    expect(reporter.autosave.getState().save).toBe('saved');
    reporter.shareSeen('text', 0.33);
    reporter.shareSeen('plan.png', 1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.bodies).toHaveLength(1);
  });

  test('[VIEW-03] a share of a text that the server defers by its reading time is sent again until it counts', async () => {
    server.shareAtOnce = 0.4;
    const reporter = open();
    reporter.shareSeen('text', 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reporter.autosave.getState()).toMatchObject({ save: 'saving', waiting: { shares: { text: 1 } } });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(reporter.autosave.getState()).toMatchObject({ save: 'saved', waiting: { shares: {} } });
    expect(server.bodies).toHaveLength(3);
  });

  test('[VIEW-03] a file of which nothing counts is requested once more: its bytes may be from an earlier session', async () => {
    server.creditsAtOnce = 0;
    const reporter = open();
    reporter.pageSeen('guide.pdf', 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetched).toEqual(['/api/files/guide.pdf']);
    server.creditsAtOnce = 1;
    await vi.advanceTimersByTimeAsync(3000);
    expect(reporter.autosave.getState()).toMatchObject({ save: 'saved' });
    expect(fetched).toHaveLength(1);
  });

  test('[VIEW-03] pages that the server defers by its clock are sent again until they count', async () => {
    server.creditsAtOnce = 1;
    const reporter = open();
    for (const page of [1, 2, 3]) reporter.pageSeen('guide.pdf', page);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([...server.seen]).toEqual([1, 2, 3]);
    expect(server.bodies.map((body) => body.pages)).toEqual([[1, 2, 3], [2, 3], [3]]);
    expect(kept).toBeNull();
  });

  test('[VIEW-05] time spent is told in steps of 15 seconds', async () => {
    const reporter = open();
    for (let second = 0; second < 14; second += 1) reporter.tick();
    expect(server.bodies).toEqual([]);
    reporter.tick();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.bodies).toEqual([{ viewSessionId: 's1', seconds: 15 }]);
    reporter.tick();
    await reporter.autosave.flush();
    expect(server.bodies.at(-1)).toEqual({ viewSessionId: 's1', seconds: 1 });
  });

  test('[VIEW-03] a page that the file does not have is not sent for ever', async () => {
    const reporter = open();
    reporter.pageSeen('guide.pdf', 11);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.bodies.length).toBeLessThan(3);
  });

  test('[VIEW-03] what is never credited is asked for more and more rarely', async () => {
    server.creditsAtOnce = 0;
    const reporter = open();
    reporter.pageSeen('guide.pdf', 1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(server.bodies.length).toBeLessThan(12);
  });
});

describe('a lost connection', () => {
  test('[VIEW-03] what was seen waits, is tried again, and arrives with the connection', async () => {
    const reporter = open();
    server.online = false;
    reporter.pageSeen('guide.pdf', 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reporter.autosave.getState().save).toBe('waiting');
    reporter.pageSeen('guide.pdf', 2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.bodies).toEqual([]);
    server.online = true;
    reporter.autosave.online();
    await vi.advanceTimersByTimeAsync(0);
    expect([...server.seen]).toEqual([1, 2]);
    expect(reporter.autosave.getState().save).toBe('saved');
  });

  test('[VIEW-03] it is tried again without the browser noticing', async () => {
    const reporter = open();
    server.online = false;
    reporter.pageSeen('guide.pdf', 1);
    await vi.advanceTimersByTimeAsync(60_000);
    server.online = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reporter.autosave.getState().save).toBe('saved');
  });

  test('[VIEW-03] a closed tab loses nothing: the next one sends what was kept', async () => {
    const first = open();
    server.online = false;
    first.pageSeen('guide.pdf', 4);
    await vi.advanceTimersByTimeAsync(1000);
    first.autosave.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    server.online = true;
    open();
    await vi.advanceTimersByTimeAsync(1000);
    expect([...server.seen]).toEqual([4]);
    expect(kept).toBeNull();
  });
});

test('[VIEW-03] a session that is over is opened anew, and what waits is kept for it', async () => {
  const reporter = open();
  server.error = new ApiError(422, 'over', {
    type: 'about:blank',
    title: 'x',
    status: 422,
    code: 'VALIDATION_FAILED',
    reason: 'validation_failed',
    params: {},
    detail: 'over',
    errors: [{ path: 'viewSessionId', reason: 'viewer_session_over', params: {}, message: 'over' }],
  });
  reporter.pageSeen('guide.pdf', 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(lost).toBe(1);
  expect(parsePending(kept).pages).toEqual({ 'guide.pdf': [1] });
});

test('[VIEW-03] a refusal that trying again does not change stops, and says why', async () => {
  const reporter = open();
  server.error = new ApiError(404, 'Not found.');
  reporter.pageSeen('guide.pdf', 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reporter.autosave.getState()).toMatchObject({ save: 'stopped', error: { detail: 'Not found.' } });
});

test('[VIEW-03] a report speaks of one file; played stretches are joined; junk in the browser is nothing', () => {
  const pending = {
    pages: { a: [1] },
    ranges: { b: [[0, 5] as const] },
    position: { file: 'b', position: 5 },
    shares: {},
  };
  expect(bodiesOf(pending, 's', 3)).toEqual([
    { viewSessionId: 's', seconds: 3, file: 'a', pages: [1] },
    { viewSessionId: 's', seconds: 0, file: 'b', ranges: [[0, 5]], position: 5 },
  ]);
  for (const junk of ['', '{', 'null', '{"pages":3}', '{"shares":{"text":2}}', '[]']) {
    expect(parsePending(junk)).toEqual({ pages: {}, ranges: {}, position: null, shares: {} });
  }
});
