import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadOrPrepare, longestDirectWait } from './background-download.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A file that arrives after so many milliseconds, and ends when it is aborted. */
const fileAfter = (duration: number, aborted: () => void) => (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, duration);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      aborted();
      reject(new Error('aborted'));
    });
  });
const answerAfter = (duration: number) => () =>
  new Promise<{ id: number }>((resolve) => {
    setTimeout(() => resolve({ id: 7 }), duration);
  });

test('[RPT-03] a file that comes in time is saved, and nothing is asked for', async () => {
  const [ask, aborted] = [vi.fn<() => Promise<number>>(), vi.fn<() => void>()];
  const run = downloadOrPrepare({
    download: fileAfter(longestDirectWait - 1, aborted),
    ask,
    cancel: vi.fn<() => Promise<void>>(),
  });
  await vi.advanceTimersByTimeAsync(longestDirectWait);
  expect(await run).toBe('saved');
  expect([ask.mock.calls, aborted.mock.calls]).toEqual([[], []]);
});

test('[RPT-03] after ten seconds the background takes over, and only then the download ends', async () => {
  const aborted = vi.fn<() => void>();
  const ask = vi.fn<() => Promise<{ id: number }>>(answerAfter(500));
  const run = downloadOrPrepare({
    download: fileAfter(60_000, aborted),
    ask,
    cancel: vi.fn<() => Promise<void>>(),
  });
  await vi.advanceTimersByTimeAsync(longestDirectWait + 400);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(aborted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(await run).toBe('asked');
  expect(aborted).toHaveBeenCalledTimes(1);
});

test('[RPT-03] where the background refuses, the download goes on to its end', async () => {
  const aborted = vi.fn<() => void>();
  const ask = () => Promise.reject(new Error('Five of your exports are not finished yet.'));
  const run = downloadOrPrepare({
    download: fileAfter(20_000, aborted),
    ask,
    cancel: vi.fn<() => Promise<void>>(),
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await run).toBe('saved');
  expect(aborted).not.toHaveBeenCalled();
});

test('[RPT-03] a file that comes while the background is asked is saved, and the request is taken back', async () => {
  const cancel = vi.fn<(asked: { id: number }) => Promise<void>>(() => Promise.resolve());
  const download = fileAfter(longestDirectWait + 100, vi.fn<() => void>());
  const run = downloadOrPrepare({ download, ask: answerAfter(500), cancel });
  await vi.advanceTimersByTimeAsync(longestDirectWait + 1000);
  expect(await run).toBe('saved');
  expect(cancel).toHaveBeenCalledWith({ id: 7 });
});

test('[RPT-03] a download that fails in time fails, and nothing is asked for', async () => {
  const ask = vi.fn<() => Promise<number>>();
  const download = () => Promise.reject(new Error('gone'));
  await expect(downloadOrPrepare({ download, ask, cancel: vi.fn<() => Promise<void>>() })).rejects.toThrow(
    'gone',
  );
  expect(ask).not.toHaveBeenCalled();
});
