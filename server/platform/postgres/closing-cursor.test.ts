import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { ClosingCursor } from './closing-cursor.ts';

/** What the driver calls as answers come. */
interface Driven {
  readonly handleRowDescription: (message: { readonly fields: readonly never[] }) => void;
  readonly handleCommandComplete: (message: { readonly text: string }) => void;
  readonly handleError: (error: Error) => void;
}

/** A connection that takes everything and answers nothing. */
function silentConnection(): EventEmitter {
  const nothing = (): void => undefined;
  return Object.assign(new EventEmitter(), {
    parse: nothing,
    bind: nothing,
    describe: nothing,
    execute: nothing,
    flush: nothing,
    sync: nothing,
    close: nothing,
    stream: { destroyed: false },
  });
}

/** A cursor that was sent over such a connection. */
function sentCursor(connection = silentConnection()): ClosingCursor & Driven {
  const cursor = new ClosingCursor('select 1');
  cursor.submit(connection as unknown as pg.Connection);
  const driven = cursor as unknown as ClosingCursor & Driven;
  driven.handleRowDescription({ fields: [] });
  return driven;
}

const lost = new Error('Connection terminated unexpectedly');

test('[OPS-10] a read fails when its connection is lost, even after the last row', async () => {
  const early = sentCursor();
  const rows = early.read(5);
  early.handleError(lost);
  await expect(rows).rejects.toBe(lost);

  const late = sentCursor();
  const lastRows = late.read(5);
  late.handleCommandComplete({ text: 'SELECT 0' });
  late.handleError(lost);
  await expect(lastRows).rejects.toBe(lost);
});

test('[OPS-10] who has closed leaves no listener at the connection, which the next reader takes', async () => {
  const connection = silentConnection();
  for (let reader = 0; reader < 3; reader += 1) {
    const closed = sentCursor(connection).close();
    connection.emit('readyForQuery');
    await closed;
  }
  expect([connection.listenerCount('end'), connection.listenerCount('error')]).toEqual([0, 0]);
});
