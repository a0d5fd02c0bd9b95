import type pg from 'pg';
import { NamingClient } from '#server/platform/postgres/named-statement.ts';

type Query = (...args: unknown[]) => unknown;

/**
 * Returns a connection class that ends its connection if a statement has no answer after this number of milliseconds. The network
 * reports nothing if a server vanishes (OPS-10). Cursors and copies are excluded, because they take as long as their reader.
 */
export function clientWithTimeout(longestDirectWait: number): typeof NamingClient {
  return class extends NamingClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const send = this.query as Query;
      this.query = ((...args: unknown[]): unknown => {
        const answer = send(...args);
        if (!(answer instanceof Promise)) return answer;
        // Ending a connection with a statement under way closes its socket, which fails the statement.
        const timer = setTimeout(() => void this.end(), longestDirectWait);
        const settled = (): void => clearTimeout(timer);
        answer.then(settled, settled);
        return answer;
      }) as pg.Client['query'];
    }
  };
}
