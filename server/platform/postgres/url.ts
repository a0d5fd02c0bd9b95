/** The parts of a connection to PostgreSQL; a host that starts with / is the folder of a Unix socket. */
export interface ConnectionParts {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string | undefined;
}

/** Returns the connection as a URL that pg, pg-boss, kysely-codegen and psql all read, sockets included (OPS-01). */
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
