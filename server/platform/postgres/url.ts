/** The parts of a connection to PostgreSQL; a host that starts with / is the folder of a Unix socket. */
export interface ConnectionParts {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string | undefined;
}

/** The connection as a URL that pg, pg-boss, kysely-codegen and psql all read, sockets included (OPS-01). */
export function connectionUrl(parts: ConnectionParts): string {
  const { host, port, user, database, password } = parts;
  const name = encodeURIComponent(database);
  if (host.startsWith('/')) {
    const query = new URLSearchParams({ host, port: String(port), user, ...(password && { password }) });
    return `postgresql:///${name}?${query.toString()}`;
  }
  const secret = password ? `:${encodeURIComponent(password)}` : '';
  return `postgresql://${encodeURIComponent(user)}${secret}@${host}:${port}/${name}`;
}

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
