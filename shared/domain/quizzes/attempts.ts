/** The limits of attempts at a quiz, in number and time (VIEW-06). */
export interface AttemptRules {
  /** Most attempts for one assignment; null: no limit. */
  readonly maxAttempts: number | null;
  /** Minutes between submitting one and starting the next. */
  readonly coolDownMinutes: number;
}

/** Limits of {@link AttemptRules} for forms. */
export const attemptLimits = { maxAttempts: 100, coolDownMinutes: 43_200 } as const;

/** The previous attempts of a person. */
export interface AttemptsSoFar {
  readonly handedIn: number;
  readonly passed: boolean;
  /** The time at which the last one was submitted. */
  readonly lastHandedInAt: Date | null;
  /** One is started and not submitted: it continues. */
  readonly open: boolean;
}

/** Whether an attempt may start now, and if not, why. */
export type AttemptVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'passed' | 'no_attempts_left' }
  | { readonly allowed: false; readonly reason: 'cooling_down'; readonly until: Date };

/** Applies the rule of attempts (VIEW-06): an open one continues, a passed quiz is over, then the limit, then the cool-down. */
export function mayAttempt(rules: AttemptRules, soFar: AttemptsSoFar, now: Date): AttemptVerdict {
  if (soFar.passed) return { allowed: false, reason: 'passed' };
  if (soFar.open) return { allowed: true };
  if (rules.maxAttempts !== null && soFar.handedIn >= rules.maxAttempts)
    return { allowed: false, reason: 'no_attempts_left' };
  if (soFar.lastHandedInAt === null) return { allowed: true };
  const until = new Date(soFar.lastHandedInAt.getTime() + rules.coolDownMinutes * 60_000);
  return until > now ? { allowed: false, reason: 'cooling_down', until } : { allowed: true };
}

/** Attempts that are left; null without a limit. */
export function attemptsLeft(rules: AttemptRules, soFar: AttemptsSoFar): number | null {
  return rules.maxAttempts === null ? null : Math.max(0, rules.maxAttempts - soFar.handedIn);
}

/** The state of the quiz of an assignment, as cards and chips show it (VIEW-06, LRN-01). */
export interface QuizStanding {
  readonly passed: boolean;
  /** Null without a limit. */
  readonly attemptsLeft: number | null;
  /** Attempts that were submitted on the assigned version. */
  readonly attempted: number;
  /** The time at which the cool-down ends; null while an attempt is possible now, and when none is possible any more. */
  readonly nextAttemptAt: Date | null;
}

/** Returns the standing of a person by the one rule for attempts. */
export function quizStanding(rules: AttemptRules, soFar: AttemptsSoFar, now: Date): QuizStanding {
  const verdict = mayAttempt(rules, soFar, now);
  return {
    passed: soFar.passed,
    attemptsLeft: attemptsLeft(rules, soFar),
    attempted: soFar.handedIn,
    nextAttemptAt: !verdict.allowed && verdict.reason === 'cooling_down' ? verdict.until : null,
  };
}
