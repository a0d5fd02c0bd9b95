import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { isScopeFor } from '#shared/domain/access/token-scopes.ts';

/**
 * Returns whether an API token may make a call (OPS-06): a read under a permission that tokens may have, unless the call is declared
 * otherwise, and a write that declares it. Never a call that needs a fresh proof of identity.
 */
export function isOpenToTokens({ access, method, stepUp, tokens }: AnyEndpoint): boolean {
  if (!('permission' in access) || !isScopeFor(access.permission, null) || stepUp === true) return false;
  return (tokens ?? method === 'GET') !== false;
}
