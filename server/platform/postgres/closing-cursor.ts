import { once } from 'node:events';
import type pg from 'pg';
import Cursor from 'pg-cursor';

/** What a cursor has of its connection as soon as it was sent. */
interface Sent {
  readonly connection: (pg.Connection & { readonly stream: { readonly destroyed: boolean } }) | null;
}

/**
 * A cursor that can be closed after its connection was lost: the one of the library waits for an answer that never comes, and with it
 * the call whose rows it reads (OPS-10).
 */
export class ClosingCursor<Row = unknown> extends Cursor<Row> {
  override close(): Promise<void>;
  override close(callback: (error: Error) => void): undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    if (callback) return super.close(callback);
    const { connection } = this as unknown as Sent;
    if (connection?.stream.destroyed === true) return Promise.resolve();
    const closed = super.close();
    return connection ? Promise.race([closed, once(connection, 'end').then(() => undefined)]) : closed;
  }
}
