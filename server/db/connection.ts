import pg from 'pg';

/** The connection to a database: a URL, or settings of pg (socket directory, user, database). */
export type Connection = string | pg.PoolConfig;

/** Returns the settings of pg for a connection. */
export function poolConfig(connection: Connection): pg.PoolConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection;
}

/** Instants are Dates, calendar dates stay text (LRN-01: they are never converted), numbers of the database are numbers. */
const parsers = new Map<number, (value: string) => unknown>([
  [20, Number],
  [1700, Number],
  [1082, String],
  [1016, (value) => textArray(value, Number)],
  [1231, (value) => textArray(value, Number)],
  [1182, (value) => textArray(value, String)],
]);

function textArray<T>(value: string, parse: (item: string) => T): (T | null)[] {
  if (value === '{}') return [];
  return value
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : parse(item.replaceAll('"', ''))));
}

/** Parsers of one pool; those of the pg module, which other libraries share, are left alone. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? pg.types.getTypeParser(oid, format);
  },
};
