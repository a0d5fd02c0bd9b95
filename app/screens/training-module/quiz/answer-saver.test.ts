import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#app/lib/api-error.ts';
import {
  answerQuestion,
  saveAnswers,
  type Answers,
  type AnswerSaverParts,
} from '#app/screens/training-module/quiz/answer-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const passed = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

function keeperWith(parts: Partial<AnswerSaverParts> = {}) {
  const sent: Answers[] = [];
  let kept: string | null = parts.kept ?? null;
  let failure: Error | null = null;
  const handedIn = vi.fn();
  const keeper = saveAnswers({
    stored: {},
    send: (answers) => {
      if (failure) return Promise.reject(failure);
      sent.push(answers);
      return Promise.resolve();
    },
    onHandedIn: handedIn,
    keep: (text) => void (kept = text),
    ...parts,
    kept,
  });
  return {
    keeper,
    sent,
    handedIn,
    kept: () => kept,
    fail: (error: Error | null) => void (failure = error),
    save: () => keeper.getState().save,
  };
}

test('[VIEW-06] answers that follow each other go in one message, whole', async () => {
  const { keeper, sent, save, kept } = keeperWith({ stored: { a: { value: true } } });
  answerQuestion(keeper, 'b', { text: '2' });
  answerQuestion(keeper, 'b', { text: '24' });
  expect(save()).toBe('saving');
  await passed(700);
  expect(sent).toEqual([{ a: { value: true }, b: { text: '24' } }]);
  expect([save(), kept()]).toEqual(['saved', null]);
});

test('[VIEW-06] without a connection the answers wait, survive the tab, and go when it is back', async () => {
  const { keeper, sent, save, kept, fail } = keeperWith();
  fail(new ApiError(0, 'The server cannot be reached.'));
  answerQuestion(keeper, 'a', { optionId: 'x' });
  await passed(700);
  expect(save()).toBe('waiting');
  answerQuestion(keeper, 'b', { value: false });
  expect(save()).toBe('waiting');
  keeper.leave();
  expect(sent).toEqual([]);
  const next = keeperWith({ kept: kept(), stored: { a: { optionId: 'old' }, c: null } });
  expect(next.keeper.getState().shown).toEqual({ a: { optionId: 'x' }, b: { value: false }, c: null });
  await passed(700);
  expect(next.sent).toHaveLength(1);
  expect([next.save(), next.kept()]).toEqual(['saved', null]);
  next.fail(new ApiError(503, 'Service Unavailable'));
  answerQuestion(next.keeper, 'a', null);
  await passed(700);
  next.fail(null);
  next.keeper.online();
  await passed(0);
  expect(next.sent.at(-1)).toEqual({ a: null, b: { value: false }, c: null });
});

test('[VIEW-06] what was handed in elsewhere is told; another refusal stops the saving with its reason', async () => {
  const problem = (code: string) =>
    new ApiError(409, 'Conflict', {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: code as 'ATTEMPT_HANDED_IN',
      reason: 'conflict',
      params: {},
      detail: 'no',
    });
  const elsewhere = keeperWith();
  elsewhere.fail(problem('ATTEMPT_HANDED_IN'));
  answerQuestion(elsewhere.keeper, 'a', null);
  await passed(700);
  expect(elsewhere.handedIn).toHaveBeenCalledOnce();
  expect(elsewhere.kept()).toBeNull();
  const over = keeperWith();
  over.fail(problem('ILLEGAL_STEP'));
  answerQuestion(over.keeper, 'a', null);
  await passed(60_000);
  expect(over.save()).toBe('stopped');
  expect(over.keeper.getState().error?.code).toBe('ILLEGAL_STEP');
});

test('[VIEW-06] handing in waits for what is under way, and nothing follows it; where it fails, the saving goes on', async () => {
  let arrive = (): void => undefined;
  const sent: Answers[] = [];
  const { keeper } = keeperWith({
    send: (answers) => {
      sent.push(answers);
      return new Promise<void>((resolve) => (arrive = resolve));
    },
  });
  answerQuestion(keeper, 'a', { value: true });
  await passed(700);
  answerQuestion(keeper, 'b', { value: true });
  const paused = vi.fn();
  void keeper.pause().then(paused);
  await passed(5000);
  expect(paused).not.toHaveBeenCalled();
  arrive();
  await passed(5000);
  expect(paused).toHaveBeenCalledOnce();
  await keeper.flush(true);
  expect(sent).toHaveLength(1);
  keeper.resume();
  await passed(700);
  expect(sent).toEqual([{ a: { value: true } }, { a: { value: true }, b: { value: true } }]);
});

test('[VIEW-06] something else under the name in the browser is nothing', () => {
  for (const kept of ['', '{"a":', '[]', '7', 'null'])
    expect(keeperWith({ kept }).keeper.getState().shown).toEqual({});
});

test('[VIEW-06] an answer changed while it is being saved is kept and saved as it is now', async () => {
  const arrivals: (() => void)[] = [];
  const sent: Answers[] = [];
  const { keeper, save, kept } = keeperWith({
    send: (answers) => {
      sent.push(answers);
      return new Promise<void>((resolve) => arrivals.push(resolve));
    },
  });
  answerQuestion(keeper, 'a', { value: true });
  answerQuestion(keeper, 'b', { text: 'first' });
  await passed(700);
  answerQuestion(keeper, 'b', { text: 'second' });
  arrivals[0]?.();
  await passed(0);
  expect(save()).toBe('saving');
  expect(JSON.parse(kept() ?? 'null')).toEqual({ b: { text: 'second' } });
  await passed(700);
  expect(sent).toEqual([
    { a: { value: true }, b: { text: 'first' } },
    { a: { value: true }, b: { text: 'second' } },
  ]);
  arrivals[1]?.();
  await passed(0);
  expect([save(), kept()]).toEqual(['saved', null]);
});
