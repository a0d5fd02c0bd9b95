import { expect, test } from 'vitest';
import { awaitsActivation, displayStatus, onboardingIsComplete } from './status.ts';

const flags = [true, false];

test('[USR-04] every case of the shown status', () => {
  for (const isActive of flags) {
    for (const onboardingCompleted of flags) {
      for (const mustChangePassword of flags) {
        for (const hasTemporaryCredential of flags) {
          const facts = { isActive, onboardingCompleted, mustChangePassword, hasTemporaryCredential };
          const pending = (mustChangePassword || hasTemporaryCredential) && !onboardingCompleted;
          const expected = pending ? 'pending' : isActive ? 'active' : 'inactive';
          expect({ ...facts, status: displayStatus(facts) }).toEqual({ ...facts, status: expected });
        }
      }
    }
  }
});

test.each([
  ['a new account', true, false, true, true, 'pending'],
  ['a new account, deactivated', false, false, true, true, 'pending'],
  ['own password, onboarding open', true, false, false, false, 'active'],
  ['password reset after onboarding', true, true, true, true, 'active'],
  ['deactivated after onboarding', false, true, true, true, 'inactive'],
] as const)(
  '[USR-04] %s',
  (_, isActive, onboardingCompleted, mustChangePassword, hasTemporaryCredential, expected) => {
    expect(displayStatus({ isActive, onboardingCompleted, mustChangePassword, hasTemporaryCredential })).toBe(
      expected,
    );
  },
);

test('[USR-01] Account Activation counts who has not completed onboarding', () => {
  expect(awaitsActivation({ onboardingCompleted: false })).toBe(true);
  expect(awaitsActivation({ onboardingCompleted: true })).toBe(false);
});

test('[MTX-07] onboarding is complete with an own password and nothing open that belongs to it', () => {
  expect(onboardingIsComplete({ passwordIsOwn: true, openOnboardingAssignments: 0 })).toBe(true);
  expect(onboardingIsComplete({ passwordIsOwn: false, openOnboardingAssignments: 0 })).toBe(false);
  expect(onboardingIsComplete({ passwordIsOwn: true, openOnboardingAssignments: 1 })).toBe(false);
});
