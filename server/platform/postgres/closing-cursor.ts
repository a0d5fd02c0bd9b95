import { once } from 'node:events';
import type pg from 'pg';
import Cursor from 'pg-cursor';

/** The untyped parts of the library's cursor: its connection as soon as it was sent, and the pending callbacks for rows. */
interface Inside {
  readonly connection: (pg.Connection & { readonly stream: { readonly destroyed: boolean } }) | null;
  _cb: ((error: Error) => void) | null;
}
const library = Cursor.prototype as unknown as { readonly handleError: (error: Error) => void };

/**
 * A cursor that ends when its connection is lost (OPS-10). The library's cursor waits for an answer that never comes if it is
 * closed then, or if the last rows arrived without the message that they were the last. The call that reads its rows waits too.
 */
export class ClosingCursor<Row = unknown> extends Cursor<Row> {
  override close(): Promise<void>;
  override close(callback: (error: Error) => void): undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    if (callback) return super.close(callback);
    const { connection } = this as unknown as Inside;
    if (connection?.stream.destroyed === true) return Promise.resolve();
    const closed = super.close();
    if (!connection) return closed;
    // The next reader uses the connection, so all listeners must be removed.
    const over = new AbortController();
    const ended = once(connection, 'end', { signal: over.signal }).then(() => undefined);
    return Promise.race([closed, ended]).finally(() => over.abort());
  }

  /** Called by the driver when the statement or its connection fails. */
  handleError(error: Error): void {
    library.handleError.call(this, error);
    const inside = this as unknown as Inside;
    // The library may already have called them. A second call has no effect on a promise, and after an error every one is called.
    const waiting = inside._cb;
    inside._cb = null;
    waiting?.(error);
  }
}
