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

/** A cursor that was sent over a connection that takes everything and answers nothing. */
function sentCursor(): ClosingCursor & Driven {
  const cursor = new ClosingCursor('select 1');
  const nothing = (): void => undefined;
  const connection = Object.assign(new EventEmitter(), {
    parse: nothing,
    bind: nothing,
    describe: nothing,
    execute: nothing,
    flush: nothing,
    sync: nothing,
    close: nothing,
    stream: { destroyed: false },
  });
  cursor.submit(connection as unknown as pg.Connection);
  const driven = cursor as unknown as ClosingCursor & Driven;
  driven.handleRowDescription({ fields: [] });
  return driven;
}

const lost = new Error('Connection terminated unexpectedly');

test('[OPS-10] who waits for rows is told that the connection was lost, also after the last row', async () => {
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
