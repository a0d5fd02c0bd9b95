import type { ReasonWithParams } from '#shared/reasons/reasons.ts';
import type { PasswordProblem } from './evaluate.ts';

/** Returns the reason of a refused password, as the API gives it (AUTH-07). */
export function reasonOfPassword({ reason, limit }: PasswordProblem): ReasonWithParams {
  switch (reason) {
    case 'too_short':
      return { reason: 'password_too_short', params: { minimum: limit ?? 0 } };
    case 'too_long':
      return { reason: 'password_too_long', params: { maximum: limit ?? 0 } };
    case 'too_common':
      return { reason: 'password_too_common' };
    case 'too_weak':
      return { reason: 'password_too_weak' };
    case 'is_email':
      return { reason: 'password_is_email' };
    case 'is_name':
      return { reason: 'password_is_name' };
  }
}
