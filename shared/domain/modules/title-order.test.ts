import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultFamilies } from '#tests/harness/default-families.ts';
import { compareTitles, groupByFamily, titleNumber } from './title-order.ts';

test.each([
  ['TP-CRO-1', 10_000],
  ['TP-CRO-1.2', 10_200],
  ['TP-CRO-1.2a Monitoring', 10_201],
  ['TP-CRO-1.2B', 10_202],
  ['TP-CRO-01-02c', 10_203],
  ['tp-cro 3.10', 31_000],
  ['TP CRO 3.10', 31_000],
  ['TP-CRO-12intro', 120_000],
  ['TP-CRO-4 a start', 40_000],
  ['TP-CRO without number 7', 7],
  ['TP-QMS-012 Audits', 12],
  ['AX-7.3', 7],
  ['Audits', Number.POSITIVE_INFINITY],
])('[ORG-04] the number of %j is %s', (title, number) => {
  expect(titleNumber(title)).toBe(number);
});

test('[ORG-04] TP-CRO titles sort by major, minor and letter, those without number last', () => {
  const sorted = [
    'TP-CRO-1',
    'TP-CRO-1.1',
    'TP-CRO-1.1a',
    'TP-CRO-1.1b',
    'TP-CRO-1.2',
    'TP-CRO-2',
    'TP-CRO-10',
    'TP-CRO',
  ];
  expect(sorted.toReversed().toSorted(compareTitles)).toEqual(sorted);
});

test('[ORG-04] titles of the same number sort as people read them', () => {
  const sorted = ['AX-1.2 Alpha', 'AX-1.2 Beta', 'AX-1.10', 'AX-2'];
  expect(sorted.toReversed().toSorted(compareTitles)).toEqual(sorted);
});

test('[ORG-04] the order is total: equal only for the same title, and never contradicts itself', () => {
  const title = fc.oneof(
    fc.string(),
    fc.stringMatching(/^TP-CRO-\d{1,2}(\.\d{1,2})?[a-c]?$/),
    fc.stringMatching(/^AX-\d{1,3}$/),
  );
  fc.assert(
    fc.property(title, title, title, (a, b, c) => {
      expect(Math.sign(compareTitles(a, b))).toBe(Math.sign(compareTitles(b, a)) * -1 + 0);
      expect(compareTitles(a, b) === 0).toBe(a === b);
      const [first = '', second = '', third = ''] = [a, b, c].toSorted(compareTitles);
      expect(compareTitles(first, second)).toBeLessThanOrEqual(0);
      expect(compareTitles(second, third)).toBeLessThanOrEqual(0);
      expect(compareTitles(first, third)).toBeLessThanOrEqual(0);
    }),
  );
});

test('[ORG-04] groups stand in the order QMS, CRO, GCP, AxonX, CMO, Other with their modules in order', () => {
  const of = (title: string, family: string | null = null) => ({ title, family });
  const groups = groupByFamily(
    [
      of('Fire safety'),
      of('TrialsPro 2'),
      of('CMO-1'),
      of('AX-2'),
      of('AX-1'),
      of('GCP 1'),
      of('TP-CRO-2'),
      of('TP-CRO-1.1'),
      of('TP-QMS-3'),
      of('Audits', 'tp-qms'),
      of('Removed family', 'gone'),
    ],
    defaultFamilies,
  );
  expect(groups.map((group) => [group.groupName, group.modules.map((module) => module.title)])).toEqual([
    ['QMS', ['TP-QMS-3', 'Audits']],
    ['CRO', ['TP-CRO-1.1', 'TP-CRO-2']],
    ['GCP', ['GCP 1']],
    ['AxonX', ['AX-1', 'AX-2']],
    ['CMO', ['CMO-1']],
    ['Other', ['TrialsPro 2', 'Fire safety', 'Removed family']],
  ]);
});
