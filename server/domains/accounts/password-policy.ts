import type { FieldError } from '#shared/contract/errors.ts';
import { evaluatePassword } from '#shared/domain/passwords/evaluate.ts';
import { accountPolicies, type PasswordProfile } from '#shared/domain/passwords/policy.ts';
import { passwordProblemText } from '#shared/domain/passwords/texts.ts';

/** Who chooses a password. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organizationName: string | null;
  readonly twoFactor: boolean;
}

let commonest: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 of the commonest passwords, unpacked at the first use; it never leaves this machine. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (commonest ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));
}

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/**
 * Judges a password that a person chooses by the profile of the installation (AUTH-07, R-SEC-02): what is wrong with it
 * as field errors, empty when it may be used. The names of the product and of the organization are no secret either.
 */
export async function judgePassword(
  password: string,
  owner: PasswordOwner,
  profile: PasswordProfile,
  path = 'newPassword',
): Promise<readonly FieldError[]> {
  const common = await commonPasswords();
  const places = new Set(['traintrail', letters(owner.organizationName ?? '')].filter((word) => word !== ''));
  const problems = evaluatePassword(
    password,
    {
      email: owner.email,
      names: [owner.firstName, owner.lastName],
      isCommon: (candidate) => common.has(candidate) || places.has(letters(candidate)),
      twoFactor: owner.twoFactor,
    },
    accountPolicies[profile],
  );
  return problems.map((problem) => ({ path, message: passwordProblemText(problem) }));
}
