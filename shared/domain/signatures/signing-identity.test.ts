import { describe, expect, test } from 'vitest';
import {
  closesSigning,
  closureCauses,
  heldBefore,
  maskedEmail,
  refuseConfirmer,
  waysToOpen,
  type SigningWay,
} from './signing-identity.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

describe('what closes signing', () => {
  const quiet = { policy: 'standard', mailServer: false, unused: true } as const;

  test('[SIG-05] everything, but the first password of an unused account without an email server in the standard profile', () => {
    for (const cause of closureCauses) {
      const first = cause === 'account_created' || cause === 'credential_issued';
      expect(closesSigning({ ...quiet, cause })).toBe(!first);
      expect(closesSigning({ ...quiet, cause, mailServer: true })).toBe(true);
      expect(closesSigning({ ...quiet, cause, unused: false })).toBe(true);
      expect(closesSigning({ ...quiet, cause, policy: 'regulated' })).toBe(true);
    }
  });
});

describe('what opens it', () => {
  test.each<[string, Parameters<typeof waysToOpen>[0], SigningWay[]]>([
    [
      'what the person held before, then the mailbox, then somebody else',
      {
        policy: 'standard',
        mailServer: true,
        causes: ['email_changed'],
        held: ['authenticator', 'provider'],
      },
      ['authenticator', 'provider', 'mailbox', 'second_person'],
    ],
    [
      'no mailbox without an email server',
      { policy: 'standard', mailServer: false, causes: ['credential_issued'], held: [] },
      ['second_person'],
    ],
    [
      'nothing but somebody else for another name',
      { policy: 'standard', mailServer: true, causes: ['name_changed'], held: ['authenticator'] },
      ['second_person'],
    ],
    [
      'nothing but somebody else in the regulated profile',
      {
        policy: 'regulated',
        mailServer: true,
        causes: ['credential_issued'],
        held: ['authenticator', 'passkey'],
      },
      ['second_person'],
    ],
  ])('[SIG-05] %s', (_, facts, ways) => {
    expect(waysToOpen(facts)).toEqual(ways);
  });

  test('[SIG-05] a means counts only if it was held before the first act', () => {
    const closures = [{ causedAt: at(10) }, { causedAt: at(20) }];
    expect(heldBefore(at(9), closures)).toBe(true);
    for (const since of [at(10), at(15), at(21), null]) expect(heldBefore(since, closures)).toBe(false);
  });
});

describe('who confirms', () => {
  const facts = {
    confirmerId: 'bea',
    personId: 'ada',
    causedBy: ['mallory', null],
    owesTo: ['zoe'],
  };

  test('[SIG-05] somebody who has nothing to do with it', () => {
    expect(refuseConfirmer(facts)).toBeNull();
    expect(refuseConfirmer({ ...facts, owesTo: [] })).toBeNull();
    expect(refuseConfirmer({ ...facts, confirmerId: 'ada' })).toBe('self');
    expect(refuseConfirmer({ ...facts, confirmerId: 'mallory' })).toBe('involved');
    expect(refuseConfirmer({ ...facts, owesTo: ['zoe', 'mallory'] })).toBe('dependent');
    expect(refuseConfirmer({ ...facts, owesTo: ['ada'] })).toBe('dependent');
  });
});

test('[SIG-05] an address is shown as far as its owner recognizes it', () => {
  expect(maskedEmail('ada.winterbottom@world.example')).toBe('a•••@world.example');
  expect(maskedEmail('a@b')).toBe('a•••@b');
  for (const wrong of ['nonsense', '@world.example', '']) expect(maskedEmail(wrong)).toBe('•••');
});
