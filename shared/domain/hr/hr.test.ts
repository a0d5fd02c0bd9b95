import { expect, test } from 'vitest';
import {
  agreementMoves,
  agreementState,
  agreementStatuses,
  isFullySigned,
  judgeMove,
  judgeNotice,
  lastDayOf,
  type AgreementMove,
  type AgreementStatus,
} from './agreements.ts';
import { cvState, cvValidUntil } from './cvs.ts';
import { nearness } from './documents.ts';

const today = '2026-06-15';

test.each([
  [false, null, false, 'missing'],
  [true, null, false, 'waiting'],
  [true, '2026-06-14', false, 'expired'],
  [true, '2026-06-14', true, 'expired'],
  [true, '2026-06-15', false, 'expiring'],
  [true, '2026-08-14', true, 'expiring'],
  [true, '2026-08-15', true, 'current'],
] as const)(
  '[HR-02] a CV uploaded %s, valid until %s, with an unsigned newer one %s is %s',
  (uploaded, validUntil, _unsignedNewer, state) => {
    expect(cvState({ uploaded, validUntil }, today)).toBe(state);
  },
);

test('[HR-02] a CV that was signed on the last day of a long month ends on the last day of a short one', () => {
  expect(cvValidUntil('2026-08-31', 6)).toBe('2027-02-28');
  expect(cvValidUntil('2024-02-29', 24)).toBe('2026-02-28');
});

test.each([
  ['draft', '2020-01-01', 'draft'],
  ['out_for_signature', '2020-01-01', 'out_for_signature'],
  ['terminated', '2020-01-01', 'terminated'],
  ['active', null, 'active'],
  ['active', '2026-06-14', 'expired'],
  ['active', '2026-06-15', 'expiring'],
  ['active', '2026-09-13', 'expiring'],
  ['active', '2026-09-14', 'active'],
] as const)('[HR-03] %s until %s with 90 days of notice is %s', (status, endsOn, state) => {
  const dates = { startsOn: '2020-01-01', endsOn, noticeDays: 90, terminatesOn: null };
  expect(agreementState({ status, ...dates }, today)).toBe(state);
});

test.each([
  ['2026-06-16', null, null, 'starting'],
  ['2026-06-16', '2026-06-20', null, 'starting'],
  ['2026-06-15', null, null, 'active'],
  ['2026-01-01', null, '2026-06-14', 'terminated'],
  ['2026-01-01', null, '2026-06-15', 'ending'],
  ['2026-01-01', '2026-12-31', '2026-07-31', 'ending'],
  ['2026-01-01', '2026-06-20', '2026-06-20', 'ending'],
  ['2026-07-01', null, '2026-07-31', 'starting'],
] as const)(
  '[HR-03] signed, from %s until %s, by notice until %s: %s',
  (startsOn, endsOn, terminatesOn, state) => {
    const dates = { startsOn, endsOn, noticeDays: 0, terminatesOn };
    expect(agreementState({ status: 'active', ...dates }, today)).toBe(state);
    expect(lastDayOf(dates)).toBe(terminatesOn ?? endsOn);
  },
);

test.each([
  ['active', '2026-06-15', null],
  ['active', '2026-12-31', null],
  ['active', '2026-06-14', 'past'],
  ['active', '2027-01-01', 'after_end'],
  ['out_for_signature', '2026-08-01', 'not_running'],
  ['terminated', '2026-08-01', 'not_running'],
] as const)(
  '[HR-03] notice of an agreement that is %s, with %s as its last day: %s',
  (status, day, refusal) => {
    const dates = { startsOn: '2026-01-01', endsOn: '2026-12-31', noticeDays: 30, terminatesOn: null };
    expect(judgeNotice({ status, ...dates }, day, today)).toBe(refusal);
  },
);

test('[HR-03] notice never ends an agreement before its start, nor one that is over', () => {
  const signed = { status: 'active', noticeDays: 0 } as const;
  const later = { ...signed, startsOn: '2026-07-01', endsOn: null, terminatesOn: null };
  expect(judgeNotice(later, '2026-06-20', today)).toBe('before_start');
  const over = { ...signed, startsOn: '2026-01-01', endsOn: '2026-06-14', terminatesOn: null };
  expect(judgeNotice(over, today, today)).toBe('not_running');
  const given = { ...signed, startsOn: '2026-01-01', endsOn: null, terminatesOn: '2026-06-30' };
  expect(judgeNotice(given, '2026-08-31', today)).toBeNull();
});

test('[HR-03] an agreement without notice is told 30 days before its end', () => {
  const of = (endsOn: string) =>
    agreementState(
      { status: 'active', startsOn: '2026-01-01', endsOn, noticeDays: 0, terminatesOn: null },
      today,
    );
  expect([of('2026-07-15'), of('2026-07-16')]).toEqual(['expiring', 'active']);
});

test('[HR-03] each status allows exactly its moves', () => {
  const table: Record<AgreementStatus, readonly AgreementMove[]> = {
    draft: ['edit', 'send', 'terminate'],
    out_for_signature: ['withdraw', 'sign', 'decline', 'terminate'],
    declined: ['withdraw', 'terminate'],
    active: ['terminate'],
    terminated: [],
  };
  for (const status of agreementStatuses) {
    const facts = { status, hasDocument: true, signatures: 0, endsOn: null };
    expect(agreementMoves.filter((move) => judgeMove(move, facts, today) === null)).toEqual(table[status]);
  }
});

test('[HR-03] nothing is sent without its document, nothing is withdrawn once it was signed', () => {
  const draft = { status: 'draft', hasDocument: false, signatures: 0, endsOn: null } as const;
  expect(judgeMove('send', draft, today)).toBe('no_document');
  const sent = { status: 'out_for_signature', hasDocument: true, signatures: 1, endsOn: null } as const;
  expect(judgeMove('withdraw', sent, today)).toBe('signed_already');
  expect(judgeMove('terminate', sent, today)).toBeNull();
});

test('[HR-03] on its last day an agreement is still sent and signed, after it only changed, withdrawn and terminated', () => {
  const facts = { hasDocument: true, signatures: 0 };
  const moves = (status: AgreementStatus, endsOn: string) =>
    agreementMoves.filter((move) => judgeMove(move, { ...facts, status, endsOn }, today) === null);
  expect(moves('draft', today)).toEqual(['edit', 'send', 'terminate']);
  expect(moves('out_for_signature', today)).toEqual(['withdraw', 'sign', 'decline', 'terminate']);
  expect(moves('draft', '2026-06-14')).toEqual(['edit', 'terminate']);
  expect(moves('out_for_signature', '2026-06-14')).toEqual(['withdraw', 'terminate']);
});

test.each([
  [null, null, ['terminate']],
  [today, null, ['terminate']],
  ['2026-06-14', null, []],
  ['2027-01-01', today, ['terminate']],
  ['2027-01-01', '2026-06-14', []],
] as const)(
  '[HR-03] a signed agreement that ends on %s, by notice on %s, offers %j',
  (endsOn, terminatesOn, moves) => {
    const facts = { status: 'active', hasDocument: true, signatures: 2, endsOn, terminatesOn } as const;
    expect(agreementMoves.filter((move) => judgeMove(move, facts, today) === null)).toEqual(moves);
  },
);

test('[HR-03] the last day of a terminated agreement is the day on which it was terminated', () => {
  const dates = { endsOn: '2027-03-04', terminatesOn: '2026-09-01', terminatedOn: '2026-06-10' };
  expect(lastDayOf(dates)).toBe('2026-06-10');
});

test('[HR-03] both sides sign where the party has an account, else the organization alone', () => {
  expect(isFullySigned(true, ['organization'])).toBe(false);
  expect(isFullySigned(true, ['party'])).toBe(false);
  expect(isFullySigned(true, ['party', 'organization'])).toBe(true);
  expect(isFullySigned(false, ['organization'])).toBe(true);
});

test.each([
  [null, 'none'],
  ['2026-06-14', 'past'],
  ['2026-06-15', 'soon'],
  ['2026-08-14', 'soon'],
  ['2026-08-15', 'later'],
] as const)('[HR-04] a review on %s is %s', (day, near) => {
  expect(nearness(day, today)).toBe(near);
});
