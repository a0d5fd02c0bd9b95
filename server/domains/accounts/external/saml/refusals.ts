import type { SignInProblem } from '#shared/domain/access/external-sign-in.ts';
import { ExternalRefusal } from '#server/domains/accounts/external/failures.ts';

/**
 * Why a SAML message is refused (AUTH-18), for the trail and the log; docs/operations.md explains each code. The person sees only that
 * signing in did not succeed.
 */
export type SamlCause =
  | 'saml_too_large'
  | 'saml_not_xml'
  | 'saml_forbidden_markup'
  | 'saml_wrapped'
  | 'saml_encrypted'
  | 'saml_weak_algorithm'
  | 'saml_unsigned'
  | 'saml_wrong_signature'
  | 'saml_not_accepted'
  | 'saml_refused_by_provider'
  | 'saml_wrong_issuer'
  | 'saml_wrong_destination'
  | 'saml_wrong_audience'
  | 'saml_wrong_recipient'
  | 'saml_other_request'
  | 'saml_expired'
  | 'saml_not_yet_valid'
  | 'saml_replayed'
  | 'saml_incomplete'
  | 'saml_unstable_name_id'
  | 'saml_wrong_qualifier';

/** Returns a SAML message that is not accepted; the code is the cause in the trail. */
export const samlRefusal = (cause: SamlCause, problem: SignInProblem = 'failed'): ExternalRefusal =>
  new ExternalRefusal(problem, cause);
