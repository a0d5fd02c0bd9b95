/** The same server with another database or another role (OPS-02). */
export function withConnection(
  url: string,
  change: { readonly database?: string; readonly user?: string; readonly password?: string },
): string {
  const changed = new URL(url);
  if (change.database !== undefined) changed.pathname = `/${encodeURIComponent(change.database)}`;
  if (change.user === undefined) return changed.href;
  changed.searchParams.delete('user');
  changed.searchParams.delete('password');
  if (changed.hostname === '') {
    changed.searchParams.set('user', change.user);
    if (change.password !== undefined) changed.searchParams.set('password', change.password);
  } else {
    changed.username = encodeURIComponent(change.user);
    changed.password = encodeURIComponent(change.password ?? '');
  }
  return changed.href;
}
