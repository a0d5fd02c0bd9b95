/**
 * Returns the path of this site to open after signing in (AUTH-03, T17). It must start with exactly one slash and have no
 * backslash or control character, so that no browser reads another host into it. It must not lead to a call of the API, such as
 * signing out, or back to the page that asks to sign in. Returns '/' for anything else.
 */
export function safeReturnPath(wanted: string | undefined): `/${string}` {
  if (wanted === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return '/';
  const base = 'http://site.invalid';
  if (!URL.canParse(wanted, base)) return '/';
  const url = new URL(wanted, base);
  // Dot segments may leave two slashes at the front: `/.//evil.example`.
  if (url.origin !== base || url.pathname.startsWith('//')) return '/';
  if (url.pathname.startsWith('/api/') || url.pathname === '/landing') return '/';
  return `/${url.pathname.slice(1)}${url.search}${url.hash}`;
}
