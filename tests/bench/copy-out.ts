import type pg from 'pg';

interface Wire {
  query: (text: string) => void;
}

/**
 * `COPY … TO STDOUT` on a connection of pg, which has no own call for it: every piece goes to `onData`, nothing is kept.
 * Answers when the database has sent everything.
 */
export function copyOut(client: pg.PoolClient, text: string, onData: (chunk: Buffer) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: Error | undefined;
  const query = {
    submit: (wire: Wire) => {
      wire.query(text);
    },
    handleCopyData: (message: { readonly chunk: Buffer }) => onData(message.chunk),
    handleCommandComplete: () => undefined,
    handleError: (error: Error) => {
      failure = error;
      // In the simple protocol nothing follows that pg would wait for.
      reject(error);
    },
    handleReadyForQuery: () => {
      if (!failure) resolve();
    },
  };
  client.query(query as unknown as pg.Submittable);
  return promise;
}
