import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { TOKEN_CALLS_PER_MINUTE } from '#shared/domain/access/token-scopes.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';

/** The number of calls that a server reserves with one write; they last for at most a minute. */
const takenAtOnce = 20;

const minuteMs = 60_000;

/** Calls that this server has taken from a minute of a token. */
interface Share {
  calls: number;
  /** The end of the minute. */
  readonly until: number;
}

const takeCalls = namedStatement<{ readonly until: Date; readonly granted: number }>(
  'accounts.take-calls',
  `with taken as (
     insert into api_token_uses as u (token_id, minute, calls, last_used_at)
     values ($1, date_trunc('minute', app_now()), $2, app_now())
     on conflict (token_id) do update set
       calls = case when u.minute = excluded.minute then u.calls + excluded.calls else excluded.calls end,
       minute = excluded.minute, last_used_at = excluded.last_used_at
     where u.minute <> excluded.minute or u.calls < $3
     returning 1)
   select date_trunc('minute', app_now()) + interval '1 minute' as until, (select count(*) from taken)::int as granted,
     set_config('synchronous_commit', 'off', true) as commit`,
);

/**
 * Counts the calls of API tokens (OPS-06), on all servers together. Each server reserves a few calls of the minute in advance, so
 * that neither the count nor the time of the last use costs a write per call.
 */
export class TokenCalls {
  readonly #db: Kysely<DB>;
  readonly #clock: Clock;
  readonly #shares = new Map<number, Share>();
  /** One at a time for each token: calls that come at once share what it reserves. */
  readonly #reservations = new Map<number, Promise<void>>();

  constructor({ db, clock }: { readonly db: Kysely<DB>; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Counts a call; throws TOO_MANY_CALLS if the minute has none left. */
  async count(tokenId: number): Promise<void> {
    while (!this.#takes(tokenId)) {
      const reservation = this.#reservations.get(tokenId);
      if (reservation) await reservation;
      else {
        const own = this.#reserve(tokenId).finally(() => this.#reservations.delete(tokenId));
        this.#reservations.set(tokenId, own);
        await own;
        return;
      }
    }
  }

  /** Takes a call of those that are reserved; false if none is left in this minute. */
  #takes(tokenId: number): boolean {
    const now = this.#clock.now().getTime();
    const share = this.#shares.get(tokenId);
    if (!share || share.calls <= 0 || now >= share.until || now < share.until - minuteMs) return false;
    share.calls -= 1;
    return true;
  }

  /** Reserves calls, one of which is taken. */
  async #reserve(tokenId: number): Promise<void> {
    const now = this.#clock.now().getTime();
    const { rows } = await this.#db.executeQuery(takeCalls(tokenId, takenAtOnce, TOKEN_CALLS_PER_MINUTE));
    const [taken] = rows;
    if (!taken) throw new Error('the calls of a token were not counted');
    const until = taken.until.getTime();
    if (taken.granted === 0) {
      const retryAfter = Math.max(1, Math.ceil((until - now) / 1000));
      throw new AppError('TOO_MANY_CALLS', { extra: { retryAfter } });
    }
    this.#shares.set(tokenId, { calls: takenAtOnce - 1, until });
  }
}
