/**
 * Returns the path to which a person returns after signing in: the wished one if it is on this site, otherwise `/` (SPEC §4,
 * AUTH-03). The server checks the same rule; this check guards against a forged link.
 */
export function safeReturnPath(wished: string | undefined): string {
  if (!wished || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wished)) return '/';
  const origin = 'http://here.invalid';
  if (!URL.canParse(wished, origin)) return '/';
  const url = new URL(wished, origin);
  // Dot segments may leave two slashes at the front: `/.//evil.example`.
  const outside = url.origin !== origin || url.pathname.startsWith('//');
  const inside = !outside && !url.pathname.startsWith('/api/') && url.pathname !== '/landing';
  return inside ? url.pathname + url.search : '/';
}

/** Returns the address of the external sign-in, with the person's current address to return to (AUTH-12). */
export function loginAddress(here: string): string {
  const path = safeReturnPath(here);
  return path === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(path)}`;
}
