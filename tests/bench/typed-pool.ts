import pg from 'pg';
import { typeParsers } from '#server/db/connection.ts';

/** Raw pg with the product's own readers of types: a floor gets the same values. */
export function typedPool(url: string): pg.Pool {
  return new pg.Pool({ connectionString: url, max: 4, types: typeParsers });
}
