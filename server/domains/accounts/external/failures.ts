import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import type { SignInProblem } from '#shared/domain/access/external-sign-in.ts';

/** A sign-in by the provider that is not let through; the message is for the trail only. */
export class ExternalRefusal extends Error {
  readonly problem: SignInProblem;
  readonly account: { readonly id: string; readonly organizationId: number | null } | null;

  constructor(
    problem: SignInProblem,
    cause: string,
    account: { readonly id: string; readonly organizationId: number | null } | null = null,
  ) {
    super(cause);
    this.name = 'ExternalRefusal';
    this.problem = problem;
    this.account = account;
  }
}

const unreachable = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Returns the refusal for an error in the exchange with the provider; throws any other error unchanged. */
export function refusalOf(error: unknown): ExternalRefusal {
  if (error instanceof ExternalRefusal) return error;
  if (error instanceof AuthorizationResponseError) {
    const said = `the provider answered ${error.error}`;
    if (error.error === 'access_denied') return new ExternalRefusal('cancelled', said);
    const down = error.error === 'server_error' || error.error === 'temporarily_unavailable';
    return new ExternalRefusal(down ? 'unavailable' : 'failed', said);
  }
  if (error instanceof ResponseBodyError) {
    const said = `the provider answered ${error.error} to the code`;
    return new ExternalRefusal(error.status >= 500 ? 'unavailable' : 'failed', said);
  }
  if (error instanceof ClientError) {
    const code = error.code ?? 'unknown';
    if (unreachable.has(code))
      return new ExternalRefusal('unavailable', `the provider did not answer (${code})`);
    return new ExternalRefusal('failed', `the provider's answer was refused: ${reasonOf(error)}`);
  }
  // fetch has no other name for a connection that did not come about.
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return new ExternalRefusal('unavailable', 'the provider could not be reached');
  }
  throw error;
}

/** Returns the innermost words of the library, which name the claim but not its value. */
function reasonOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
