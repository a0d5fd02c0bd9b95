import type { AccountPolicy } from './policy.ts';
import { minPasswordLength } from './policy.ts';

/** The least score of a password that a person chooses, as zxcvbn counts: 10^8 guesses (AUTH-19). */
const STRENGTH_MIN = 3;

/** The number of characters used to estimate the strength: a strong start is enough, and a longer estimate takes seconds. */
export const STRENGTH_MAX_CHARACTERS = 40;

/** The reasons why a password is refused (AUTH-07). */
export type PasswordReason = 'too_short' | 'too_long' | 'too_common' | 'too_weak' | 'is_email' | 'is_name';

/** A reason with its limit, in characters (AUTH-07). */
export interface PasswordProblem {
  readonly reason: PasswordReason;
  readonly limit: number | null;
}

/** The facts for judging a password (AUTH-07). */
export interface PasswordContext {
  readonly email: string | null;
  /** First and last name. */
  readonly names: readonly (string | null)[];
  /** Whether the password is on the list of breached ones (AUTH-19). */
  readonly breached: boolean;
  /** The strength of the password, 0 to 4, as estimated by zxcvbn (AUTH-19). */
  readonly score: number;
  /** Whether the person has two-factor. */
  readonly twoFactor: boolean;
}

/** Characters as people count them, so that no sign counts twice. */
const lengthOf = (password: string): number => Array.from(password).length;

/** Letters and digits in lower case: 'Ann-Lee' and 'ann lee' are one. */
const core = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const withoutEdgeDigits = (text: string): string => text.replace(/^\p{N}+|\p{N}+$/gu, '');

/** Returns whether a password is one of the words, even with other case, signs between, or digits before or after. */
function isOneOf(password: string, words: readonly string[]): boolean {
  const own = core(password);
  const known = new Set(words.map(core).filter((word) => word !== ''));
  return known.has(own) || known.has(withoutEdgeDigits(own));
}

function nameWords(names: readonly (string | null)[]): string[] {
  const parts = names.filter((name) => name !== null && name.trim() !== '') as string[];
  return [...parts, parts.join(' '), parts.toReversed().join(' ')];
}

/** Checks a password that a person chooses (AUTH-07); empty when it may be used. It is never trimmed or altered. */
export function evaluatePassword(
  password: string,
  context: PasswordContext,
  policy: AccountPolicy,
): PasswordProblem[] {
  const problems: PasswordProblem[] = [];
  const length = lengthOf(password);
  const minimum = minPasswordLength(policy.profile, context.twoFactor);
  if (length < minimum) problems.push({ reason: 'too_short', limit: minimum });
  if (length > policy.maxLength) problems.push({ reason: 'too_long', limit: policy.maxLength });
  if (context.breached) {
    problems.push({ reason: 'too_common', limit: null });
  }
  const email = context.email ?? '';
  if (isOneOf(password, [email, email.slice(0, Math.max(0, email.lastIndexOf('@')))])) {
    problems.push({ reason: 'is_email', limit: null });
  }
  if (isOneOf(password, nameWords(context.names))) problems.push({ reason: 'is_name', limit: null });
  // Only if no other problem describes the fault more exactly.
  if (problems.length === 0 && context.score < STRENGTH_MIN) {
    problems.push({ reason: 'too_weak', limit: null });
  }
  return problems;
}

/**
 * Returns the words that everybody can look up about a person: whole and in parts of three letters or more, in lower case
 * (AUTH-19).
 */
export function wordsAboutPerson(texts: readonly (string | null)[]): string[] {
  const whole = texts.flatMap((text) => (text === null || text.trim() === '' ? [] : [text.toLowerCase()]));
  const parts = whole
    .flatMap((text) => [...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length >= 3);
  return [...new Set([...whole, ...whole.map(core), ...parts])];
}
