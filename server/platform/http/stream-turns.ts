import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { limitConcurrency, type Limited } from '#server/platform/crypto/limit.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Each stream uses a connection of the database while it is read. Four at a time leave enough for everybody else (F20). */
const tablesInTurn = limitConcurrency(4, 100);

/**
 * Starts the stream of a table, CSV, XLSX or JSON, in its turn. TIMEOUT if there is none within `config.readers.turnWithin`,
 * TOO_MANY_ATTEMPTS if too many are already pending.
 */
export const whenTableTurn = (
  ctx: RequestContext,
  make: () => Readable | Promise<Readable>,
): Promise<Readable> => inTurnOf(tablesInTurn, ctx, make, ctx.services.config.readers.turnWithin);

/** Creates a stream in a turn that lasts until it has been read; a reader who has disconnected gets no turn. */
export function inTurnOf(
  limited: Limited,
  ctx: RequestContext,
  make: () => Readable | Promise<Readable>,
  longestDirectWait?: number,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    limited(async () => {
      if (ctx.reply.raw.destroyed) throw new AppError('TIMEOUT');
      const stream = await make();
      // The stream is also destroyed if something fails before it is read.
      ctx.reply.raw.once('close', () => stream.destroy());
      resolve(stream);
      // A reader who leaves ends the turn as well; the code that reads the stream reports the reason.
      await finished(stream, { writable: false }).catch(() => undefined);
    }, longestDirectWait).catch(reject);
  });
}
