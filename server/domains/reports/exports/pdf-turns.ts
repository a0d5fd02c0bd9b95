import type { Readable } from 'node:stream';
import { limitConcurrency } from '#server/platform/crypto/limit.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { inTurnOf } from '#server/platform/http/stream-turns.ts';

/** Pages are laid out on the thread that serves all requests: two at a time, others wait for their turn (F20). */
const pdfsInTurn = limitConcurrency(2, 100);

/** Creates a PDF in its turn; a reader who has disconnected loses the turn. TOO_MANY_ATTEMPTS. */
export const whenTurn = (ctx: RequestContext, make: () => Promise<Readable>): Promise<Readable> =>
  inTurnOf(pdfsInTurn, ctx, make);
