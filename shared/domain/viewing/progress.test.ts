import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedStatuses } from '../assignments/status.ts';
import { completionPolicies } from '../modules/completion-policy.ts';
import type { CompletionVerdict } from './completion.ts';
import { isReadyToSign, mayComplete } from './completion.ts';
import type { PartProgress } from './progress.ts';
import {
  contentProgress,
  raiseDeclared,
  raiseShare,
  resumePage,
  resumeSecond,
  seenBefore,
  shownProgress,
} from './progress.ts';
import { shownMinutes, stepSeconds } from './time-spent.ts';

const pages = (pageCount: number, seen: number[]): PartProgress => ({ kind: 'pages', pageCount, seen });

describe('progress', () => {
  test.each<[string, PartProgress[], number, boolean]>([
    ['nothing to see', [], 0, false],
    ['no page', [pages(0, [])], 0, false],
    ['one of three pages', [pages(3, [2])], 33, false],
    ['pages counted once and only real ones', [pages(3, [2, 2, 0, 4])], 33, false],
    [
      '29 of 100 pages',
      [
        pages(
          100,
          Array.from({ length: 29 }, (_, i) => i + 1),
        ),
      ],
      29,
      false,
    ],
    [
      '999 of 1000 pages',
      [
        pages(
          1000,
          Array.from({ length: 999 }, (_, i) => i + 1),
        ),
      ],
      99,
      false,
    ],
    ['all pages', [pages(2, [2, 1])], 100, true],
    ['half a video', [{ kind: 'video', duration: 60, watched: [[30, 60]] }], 50, false],
    ['a video but its last 2 seconds', [{ kind: 'video', duration: 60, watched: [[0, 58]] }], 100, true],
    ['a video but 3 seconds', [{ kind: 'video', duration: 60, watched: [[0, 57]] }], 95, false],
    ['a video of 2 seconds, not watched', [{ kind: 'video', duration: 2, watched: [] }], 0, false],
    ['a video without length', [{ kind: 'video', duration: 0, watched: [] }], 0, false],
    ['declared', [{ kind: 'declared', progress: 40 }], 40, false],
    ['declared whole', [{ kind: 'declared', progress: 100 }], 100, true],
    ['declared beyond', [{ kind: 'declared', progress: 900 }], 100, true],
    ['two parts, one seen', [pages(1, [1]), { kind: 'declared', progress: 0 }], 50, false],
    ['two parts, both seen', [pages(1, [1]), { kind: 'declared', progress: 100 }], 100, true],
  ])('[VIEW-03] %s', (_, parts, percent, seen) => {
    expect(contentProgress(parts)).toEqual({ percent, seen });
  });

  test.each([
    ['in_progress', 100, null, 99],
    ['in_progress', 40, null, 40],
    ['in_progress', 100, false, 75],
    ['in_progress', 99, false, 74],
    ['in_progress', 0, false, 0],
    ['in_progress', 0, true, 25],
    ['in_progress', 40, true, 55],
    ['in_progress', 100, true, 99],
    ['not_started', 0, false, 0],
    ['completed', 100, false, 100],
    ['voided', 80, false, 80],
  ] as const)(
    '[LRN-01] [VIEW-06] %s, %i percent of the content, quiz passed %s: %i percent',
    (status, percent, quizPassed, shown) => {
      expect(shownProgress(status, percent, quizPassed)).toBe(shown);
    },
  );

  test('[VIEW-03] 100 percent means seen, and more pages never mean less progress', () => {
    const list = fc
      .integer({ min: 1, max: 60 })
      .chain((count) => fc.tuple(fc.constant(count), fc.uniqueArray(fc.integer({ min: 1, max: count }))));
    fc.assert(
      fc.property(list, ([count, seen]) => {
        const now = contentProgress([pages(count, seen)]);
        expect(now.percent === 100).toBe(now.seen);
        expect(now.seen).toBe(seen.length === count);
        expect(contentProgress([pages(count, seen.slice(1))]).percent).toBeLessThanOrEqual(now.percent);
      }),
    );
  });

  test('[VIEW-03] declared progress only rises and stays within 0 and 100', () => {
    expect(raiseDeclared(40, 30)).toBe(40);
    expect(raiseDeclared(40, 60.9)).toBe(60);
    expect(raiseDeclared(40, 1000)).toBe(100);
    expect(raiseDeclared(0, -5)).toBe(0);
    expect(raiseDeclared(40, Number.NaN)).toBe(40);
  });
});

test.each([
  [0, 0.29, 0.29],
  [0.4, 0.3, 0.4],
  [0.4, 0.609, 0.6],
  [0, 1, 1],
  [0, 7, 1],
])('[VIEW-03] a share of %d with a report of %d is %d, in whole percents', (current, share, kept) => {
  expect(raiseShare(current, share)).toBe(kept);
});

test('[MOD-09] content that was seen to its end stays seen, other content is counted again', () => {
  const now = { percent: 50, seen: false };
  expect(seenBefore(now, 100)).toEqual({ percent: 100, seen: true });
  expect(seenBefore(now, 99)).toBe(now);
});

test.each([
  ['where it stopped', 5, [1, 2, 3], 5],
  ['on the last page', 6, [], 6],
  ['on the first page', 1, [1], 1],
  ['first page not seen', null, [1, 2, 4], 3],
  ['only the last page not seen', null, [1, 2, 3, 4, 5], 6],
  ['all seen', null, [1, 2, 3, 4, 5, 6], 1],
  ['never opened', null, [], 1],
  ['a page that is gone', 9, [1], 2],
  ['no page at all', 0, [], 1],
])('[VIEW-03] resumes a document: %s', (_, lastPage, seen, page) => {
  expect(resumePage({ pageCount: 6, lastPage, seen })).toBe(page);
});

test.each<[string, number | null, [number, number][], number]>([
  ['where it stopped', 42.5, [[0, 60]], 42.5],
  ['right after the start', 0.5, [], 0.5],
  ['at the very start, watched before', 0, [[0, 20]], 20],
  [
    'at the end',
    99.5,
    [
      [0, 30],
      [90, 99.5],
    ],
    30,
  ],
  ['where the end begins', 98, [[0, 30]], 30],
  ['watched until the end begins', null, [[0, 98]], 0],
  ['never opened', null, [], 0],
  ['start not watched', null, [[10, 20]], 0],
  ['all watched', null, [[0, 100]], 0],
])('[VIEW-03] resumes a video: %s', (_, lastSecond, watched, second) => {
  expect(resumeSecond({ duration: 100, lastSecond, watched })).toBe(second);
});

describe('may complete', () => {
  test('[VIEW-04] [VIEW-06] every case of policy, content and quiz', () => {
    const flags = [true, false];
    const cases = completionPolicies.flatMap((policy) =>
      flags.flatMap((contentSeen) =>
        flags.flatMap((hasQuiz) => flags.map((quizPassed) => ({ policy, contentSeen, hasQuiz, quizPassed }))),
      ),
    );
    for (const facts of cases) {
      const { policy, contentSeen, hasQuiz, quizPassed } = facts;
      let expected: CompletionVerdict = { allowed: true, needsSignature: policy !== 'self_attest' };
      const needsQuiz = policy === 'quiz' || (policy === 'signed' && hasQuiz);
      if (needsQuiz && !quizPassed) expected = { allowed: false, reason: 'quiz_not_passed' };
      if (policy === 'signed' && !contentSeen) expected = { allowed: false, reason: 'content_not_seen' };
      expect(mayComplete({ status: 'in_progress', ...facts }), JSON.stringify(facts)).toEqual(expected);
    }
  });

  test.each([
    ['signed', true, true],
    ['signed', false, false],
    ['self_attest', true, false],
  ] as const)('[LRN-01] %s with the content seen %s is ready to sign: %s', (policy, contentSeen, ready) => {
    const facts = { policy, contentSeen, hasQuiz: false, quizPassed: false };
    expect(isReadyToSign({ status: 'in_progress', ...facts })).toBe(ready);
    expect(isReadyToSign({ status: 'completed', ...facts })).toBe(false);
  });

  test('[LRN-07] only what is in progress can be completed', () => {
    const reasons = storedStatuses.map((status) => {
      const seen = { contentSeen: true, hasQuiz: true, quizPassed: true };
      const verdict = mayComplete({ policy: 'self_attest', status, ...seen });
      return verdict.allowed ? 'allowed' : verdict.reason;
    });
    expect(reasons).toEqual(['not_started', 'allowed', 'already_completed', 'voided']);
  });
});

test.each([
  [0, 15_900, 15],
  [0, 60_000, 60],
  [0, 3_600_000, 60],
  [5000, 0, 0],
])('[VIEW-05] from %i to %i ms a heartbeat adds %i s', (last, now, seconds) => {
  expect(stepSeconds(last, now)).toBe(seconds);
});

test('[VIEW-05] the counter shows whole minutes', () => {
  expect([0, 59, 60, 3599, -5].map(shownMinutes)).toEqual([0, 0, 1, 59, 0]);
});
