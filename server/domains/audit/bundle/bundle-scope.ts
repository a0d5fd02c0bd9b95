import { createHash } from 'node:crypto';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { isWhollyWithin, type TrailScope } from '#server/domains/reports/index.ts';
import type { SigningKey } from '#server/platform/crypto/signing-key.ts';
import type { StoredSeal } from '../verify/trail.ts';

/** The start of the signed text of a scope, so that no signature of another use fits it. */
const scopePrefix = Buffer.from('traintrail-bundle-scope-1\n', 'utf8');

/**
 * Returns SQL over `audit.events` of the events in a bundle of a scope (AUD-02, INS-01). They are those that concern its
 * organizations alone, the redactions of these, and restores, which concern every seal.
 */
export const isInBundle = (scope: TrailScope): RawBuilder<unknown> => sql`(
  ${isWhollyWithin('audit.events', scope)} or audit.events.action = 'system.restore' or (audit.events.kind = 'redaction' and exists (
    select 1 from jsonb_object_keys(coalesce(audit.events.payload, audit.events.residual)::jsonb -> 'events') listed
    join audit.events e on e.id = listed::bigint where ${isWhollyWithin('e', scope)})))`;

/** The scope of a bundle that is not of the whole trail, with the events in it; the file `scope.json` states both. */
export class BundleScope {
  readonly #scope: TrailScope;
  readonly #madeAt: Date;
  readonly #ids = new Set<number>();
  readonly #digest = createHash('sha256');
  #sealed = 0;
  #seal: Pick<StoredSeal, 'number'> & { readonly head: string } = { number: 0, head: '' };

  constructor(scope: TrailScope, madeAt: Date) {
    this.#scope = scope;
    this.#madeAt = madeAt;
  }

  /** The condition of its events. */
  get condition(): RawBuilder<unknown> {
    return isInBundle(this.#scope);
  }

  /** Registers an event that was written. */
  add(id: number): void {
    this.#ids.add(id);
  }

  /** Returns the events of a seal in their order: null for each that is not in the bundle. Called for every seal, in their order. */
  eventsOf(seal: StoredSeal): (number | null)[] {
    this.#seal = { number: seal.number, head: seal.head.toString('hex') };
    return seal.eventIds.map((id) => {
      if (!this.#ids.has(id)) return null;
      this.#digest.update(`${String(id)}\n`);
      this.#sealed += 1;
      return id;
    });
  }

  /** Returns the signed statement of what the bundle has, when all its seals were written. */
  async statement(tx: Transaction<DB>, key: SigningKey): Promise<string> {
    const { reach, org } = this.#scope;
    const { rows: organizations } = await sql<{ id: number; name: string; timeZone: string }>`
      select o.id, o.name, o.time_zone from organizations o
      where (${reach.all} or o.id = any(${[...reach.organizationIds]}::int[])) and (${org === 'all'} or o.id = ${org === 'all' || org === 'none' ? null : org}::int)
      order by o.id`.execute(tx);
    const text = JSON.stringify({
      v: 1,
      organizations,
      withHr: reach.all,
      events: this.#sealed,
      eventsHash: this.#digest.digest('hex'),
      newestSeal: this.#seal,
      madeAt: this.#madeAt.toISOString(),
    });
    const signature = key.sign(scopePrefix, text).toString('base64');
    return `${JSON.stringify({ text, keyId: key.id, signature }, null, 2)}\n`;
  }
}
