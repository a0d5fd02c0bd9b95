import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retrainingChoices } from '../modules/publishing.ts';
import { addDays, compareDates } from '../calendar/calendar.ts';
import { judgeQualified, readingsDiffer, type CycleFacts, type QualifiedFacts } from './qualified.ts';

const day = '2025-06-15';
const around = fc.integer({ min: -40, max: 40 }).map((days) => addDays(day, days));
const before = fc.integer({ min: 1, max: 90 }).map((days) => addDays(day, -days));

const completion = fc
  .record({
    version: fc.integer({ min: 1, max: 3 }),
    completedOn: around,
    recordedAfter: fc.integer({ min: 0, max: 30 }),
    validUntil: fc.option(around),
    isIntact: fc.boolean(),
    voided: fc.constantFrom(null, null, 'since' as const),
  })
  .map(({ completedOn, recordedAfter, ...rest }) => ({
    ...rest,
    completedOn,
    completedAt: new Date(`${completedOn}T12:00:00Z`),
    recordedOn: addDays(completedOn, recordedAfter),
    byThatDay: compareDates(completedOn, day) <= 0,
  }));

/** A cycle as the database can have it: completed that evening exactly if its completion was recorded by then. */
const cycleOf = (number: number): fc.Arbitrary<CycleFacts> =>
  fc
    .record({
      assignedOn: before,
      dueDate: fc.option(around),
      isRequired: fc.boolean(),
      completion: fc.option(completion),
    })
    .map(({ assignedOn, dueDate, isRequired, completion: found }) => ({
      assignmentId: number,
      cycle: number,
      assignedOn,
      thatDay: {
        status:
          found && compareDates(found.recordedOn, day) <= 0
            ? ('completed' as const)
            : ('in_progress' as const),
        dueDate,
        isRequired,
      },
      isCorrected: false,
      completion: found,
    }));

const worlds: fc.Arbitrary<QualifiedFacts> = fc
  .record({
    isActive: fc.boolean(),
    isAssignable: fc.boolean(),
    matricesSince: fc.array(before, { maxLength: 2 }),
    retraining: fc.tuple(fc.constantFrom(...retrainingChoices), fc.constantFrom(...retrainingChoices)),
    cycles: fc
      .integer({ min: 0, max: 3 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => cycleOf(at + 1)))),
  })
  .map(({ retraining, ...rest }) => ({
    ...rest,
    day,
    inForce: 3,
    versions: [1, 2, 3].map((number) => ({
      number,
      effectiveAt: new Date(`2025-0${String(number + 1)}-01T00:00:00Z`),
      effectiveOn: `2025-0${String(number + 1)}-01`,
      retraining: retraining[number - 2] ?? 'none',
      retrainingDays: 30,
    })),
  }));

const readings = ['then', 'now'] as const;

test('[INS-02] yes rests on a known, valid, intact completion that was done by that day; no has a reason and a requirement', () => {
  fc.assert(
    fc.property(worlds, fc.constantFrom(...readings), (facts, reading) => {
      const judged = judgeQualified(facts, reading);
      const decisive = facts.cycles.find(({ assignmentId }) => assignmentId === judged.assignmentId);
      if (judged.answer === 'yes') {
        const found = decisive?.completion;
        expect(found?.byThatDay).toBe(true);
        expect(found?.isIntact).toBe(true);
        expect(found?.validUntil == null || compareDates(found.validUntil, day) >= 0).toBe(true);
        if (reading === 'then') expect(decisive?.thatDay?.status).toBe('completed');
        else expect(found?.voided).toBeNull();
      } else if (judged.answer === 'no') {
        expect(judged.isRequired).toBe(true);
        expect(judged.since).not.toBeNull();
        expect(compareDates(judged.since ?? '', day)).toBeLessThanOrEqual(0);
      }
      // Each completion is what the answer rests on, or set aside with its reason; never both where the answer is yes.
      const aside = new Set(judged.setAside.map(({ assignmentId }) => assignmentId));
      if (judged.answer === 'yes') expect(aside.has(judged.assignmentId ?? 0)).toBe(false);
    }),
  );
});

test('[INS-02] the readings differ only where something was recorded or voided later', () => {
  fc.assert(
    fc.property(worlds, (facts) => {
      const known = facts.cycles.every(
        ({ completion: found }) =>
          found === null ||
          (found.voided === null && (compareDates(found.recordedOn, day) <= 0 || !found.byThatDay)),
      );
      fc.pre(known);
      expect(readingsDiffer(judgeQualified(facts, 'then'), judgeQualified(facts, 'now'))).toBe(false);
    }),
  );
});

test('[INS-02] where nothing is required the answer is never no', () => {
  fc.assert(
    fc.property(worlds, fc.constantFrom(...readings), (facts, reading) => {
      const optional = {
        ...facts,
        matricesSince: [],
        cycles: facts.cycles.map((cycle) => ({
          ...cycle,
          thatDay: cycle.thatDay && { ...cycle.thatDay, isRequired: false },
        })),
      };
      expect(judgeQualified(optional, reading).answer).not.toBe('no');
    }),
  );
});

test('[INS-02] a completion of the version in force on that day makes an active person qualified', () => {
  fc.assert(
    fc.property(worlds, (facts) => {
      const last: CycleFacts = {
        assignmentId: 99,
        cycle: 99,
        assignedOn: day,
        thatDay: { status: 'completed', dueDate: null, isRequired: true },
        isCorrected: false,
        completion: {
          version: 3,
          completedAt: new Date(`${day}T12:00:00Z`),
          completedOn: day,
          recordedOn: day,
          byThatDay: true,
          validUntil: day,
          isIntact: true,
          voided: null,
        },
      };
      const asked = { ...facts, isActive: true, cycles: [...facts.cycles, last] };
      for (const reading of readings) expect(judgeQualified(asked, reading).answer).toBe('yes');
    }),
  );
});
