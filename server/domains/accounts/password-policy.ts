import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { AppError } from '#shared/contract/errors.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import {
  evaluatePassword,
  wordsAboutPerson,
  STRENGTH_MAX_CHARACTERS,
} from '#shared/domain/passwords/evaluate.ts';
import { accountPolicies, type PasswordProfile } from '#shared/domain/passwords/policy.ts';
import { reasonOfPassword } from '#shared/domain/passwords/reasons.ts';
import { isBreached } from '#server/domains/accounts/breached-passwords.ts';

/** The person who chooses a password. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organizationName: string | null;
  readonly twoFactor: boolean;
}

let meter: Promise<ZxcvbnFactory> | undefined;

/** Estimates how hard a password is to guess; its dictionaries are unpacked at the first use and never leave this machine. */
function strengthMeter(): Promise<ZxcvbnFactory> {
  return (meter ??= (async () => {
    const [core, common] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ]);
    return new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
  })());
}

/**
 * Checks a password that a person chooses by the profile of the installation (AUTH-07, AUTH-19, R-SEC-02): what is wrong with it
 * as field errors, empty when it may be used. The words of the person, the organization and the product count as known to
 * everybody.
 */
export async function judgePassword(
  password: string,
  owner: PasswordOwner,
  profile: PasswordProfile,
  path = 'newPassword',
): Promise<readonly FieldError[]> {
  const [zxcvbn, breached] = await Promise.all([strengthMeter(), isBreached(password)]);
  const { email, organizationName } = owner;
  const names = [owner.firstName, owner.lastName];
  const words = wordsAboutPerson([email, ...names, organizationName, 'TrainTrail', 'training', 'compliance']);
  const judged = Array.from(password).slice(0, STRENGTH_MAX_CHARACTERS).join('');
  const problems = evaluatePassword(
    password,
    { email, names, breached, score: zxcvbn.check(judged, words).score, twoFactor: owner.twoFactor },
    accountPolicies[profile],
  );
  return problems.map((problem) => ({ path, ...reasonOfPassword(problem) }));
}

/** Fails with PASSWORD_REFUSED at `path` for a temporary password that is on the list of breached ones (AUTH-08, AUTH-19). */
export async function refuseBreached(password: string, path: string): Promise<void> {
  if (!(await isBreached(password))) return;
  throw new AppError('PASSWORD_REFUSED', { errors: [{ path, reason: 'password_too_common' }] });
}
