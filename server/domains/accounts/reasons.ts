import { AppError } from '#shared/contract/errors.ts';
import { accountPolicies, type PasswordProfile } from '#shared/domain/passwords/policy.ts';

/**
 * Refuses a correction without a reason where the profile requests one (AUTH-07, A11-01): REASON_REQUIRED at `reason`.
 * `wanted`: whether this change is one of those.
 */
export function requireReason(profile: PasswordProfile, reason: string | undefined, wanted = true): void {
  if (!wanted || !accountPolicies[profile].asksReasons || (reason ?? '').trim() !== '') return;
  throw new AppError('REASON_REQUIRED', { errors: [{ path: 'reason', reason: 'reason_required' }] });
}
