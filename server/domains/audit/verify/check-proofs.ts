import { timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { commandMac, commandProofPurpose } from '#server/platform/command/prove-command.ts';
import { keyRing, type KeyRing } from '#server/platform/crypto/key-ring.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { leafOf, sha256 } from '../merkle.ts';
import { ringSealingKeys } from '../sealing-key.ts';
import { AccessProofs } from './check-accesses.ts';
import type { Findings } from './findings.ts';
import { readRows, type StoredEvent } from './trail.ts';

interface StoredProof {
  readonly systemId: string;
  readonly xid: string;
  readonly commandId: number;
  readonly events: number;
  readonly begins: boolean;
  readonly keyId: string;
  readonly mac: Buffer;
}

/** The events of one transaction that were read so far. */
interface Group {
  readonly systemId: string;
  readonly xid: string;
  readonly first: StoredEvent;
  readonly leaves: Buffer[];
  readonly accesses: StoredEvent[];
  command: StoredEvent | undefined;
  writes: boolean;
}

const proofColumns = sql`system_id, xid::text as xid, command_id, events, begins, key_id, mac`;

/**
 * Checks that the holder of the installation's key made every command since proofs started, with exactly the events of its
 * transaction (AUD-02). Give it all events in the order of the trail, then call `finish`. One transaction is held in memory at a
 * time.
 */
export class CommandProofs {
  readonly #tx: Transaction<DB>;
  readonly #findings: Findings;
  readonly #keys: KeyRing;
  readonly #accesses: AccessProofs;
  readonly #streams = new Map<
    string,
    { readonly rows: AsyncGenerator<StoredProof>; next: StoredProof | undefined }
  >();
  readonly #from: number | undefined;
  /** The event in which the trail records the retirement of a key, by the id of the key. */
  readonly #ends: ReadonlyMap<string, number>;
  /** A proven command was found: everything after it in the trail must be proven, also under an earlier number. */
  #begun = false;
  #group: Group | undefined;

  private constructor(
    tx: Transaction<DB>,
    findings: Findings,
    keys: KeyRing,
    accesses: AccessProofs,
    from: number | undefined,
    ends: ReadonlyMap<string, number>,
  ) {
    this.#tx = tx;
    this.#ends = ends;
    this.#findings = findings;
    this.#keys = keys;
    this.#accesses = accesses;
    this.#from = from;
  }

  /** `sealedFrom` is the first proven command according to the seals, so that removed proofs are missed. */
  static async open(
    tx: Transaction<DB>,
    keys: KeySource,
    sealedFrom: number | undefined,
    retirements: ReadonlyMap<string, number>,
    findings: Findings,
  ): Promise<CommandProofs> {
    const { rows } = await sql<{ first: number | null }>`
      select min(command_id) as first from audit.command_proofs where begins`.execute(tx);
    const first = rows[0]?.first ?? undefined;
    const from = Math.min(first ?? Number.MAX_SAFE_INTEGER, sealedFrom ?? Number.MAX_SAFE_INTEGER);
    const ring = keyRing(keys, commandProofPurpose);
    // Both rings have the keys of the same secrets, in the same order.
    const ends = new Map<string, number>();
    for (const [index, { id }] of ringSealingKeys(keys).entries()) {
      const [key, end] = [ring.all[index], retirements.get(id)];
      if (key && end !== undefined) ends.set(key.id, end);
    }
    const accesses = new AccessProofs(keys, findings);
    const begins = from === Number.MAX_SAFE_INTEGER ? undefined : from;
    return new CommandProofs(tx, findings, ring, accesses, begins, ends);
  }

  /**
   * Takes the next event of the trail, with its leaf in its seal; undefined if it has no seal yet. A change after sealing is
   * reported by the check of seals: this check uses the leaf that the application sealed.
   */
  async take(event: StoredEvent, sealedLeaf: Buffer | undefined): Promise<void> {
    if (this.#from === undefined) return;
    if (this.#group && (this.#group.xid !== event.xid || this.#group.systemId !== event.systemId)) {
      await this.#judge(this.#group);
      this.#group = undefined;
    }
    this.#group ??= {
      systemId: event.systemId,
      xid: event.xid,
      first: event,
      leaves: [],
      accesses: [],
      command: undefined,
      writes: false,
    };
    this.#group.leaves.push(sealedLeaf ?? leafOf(event.header, event.payloadHash));
    if (event.kind === 'command') this.#group.command = event;
    if (event.kind === 'access') this.#group.accesses.push(event);
    else this.#group.writes = true;
  }

  /** Checks what is left. */
  async finish(): Promise<void> {
    if (this.#group) await this.#judge(this.#group);
    this.#group = undefined;
    for (const { next } of this.#streams.values()) {
      if (next)
        this.#findings.add(
          'event_missing',
          `command ${String(next.commandId)}`,
          'it was proven, and no event of it is here',
        );
    }
  }

  async #judge(group: Group): Promise<void> {
    const id = group.command?.id ?? group.first.id;
    const proof = await this.#proofOf(group);
    if (!proof) {
      if (group.writes && this.#from !== undefined && (this.#begun || id >= this.#from)) {
        this.#findings.add(
          'command_unproven',
          `event ${String(id)}`,
          `the application did not prove it; ${openedBy(group)}`,
        );
      }
      if (!group.writes) for (const access of group.accesses) this.#accesses.judge(access);
      return;
    }
    const key = this.#keys.find(proof.keyId);
    const digest = sha256(...group.leaves);
    const fits =
      key !== undefined &&
      // A retired key proves no later events, whatever their time.
      (key.retiredAt === null || Date.parse(group.first.at) <= key.retiredAt.getTime()) &&
      id < (this.#ends.get(key.id) ?? Number.POSITIVE_INFINITY) &&
      proof.events === group.leaves.length &&
      timingSafeEqual(commandMac(key.key, { ...proof, digest }), proof.mac);
    if (fits) this.#begun = true;
    else {
      this.#findings.add(
        'command_unproven',
        `event ${String(id)}`,
        `its proof does not fit the events of its transaction; ${openedBy(group)}`,
      );
    }
  }

  /** Returns the proof of a transaction, and reports the proofs before it whose transactions have no event. */
  async #proofOf({ systemId, xid }: Group): Promise<StoredProof | undefined> {
    let stream = this.#streams.get(systemId);
    if (!stream) {
      const rows = readRows(
        this.#tx,
        sql<StoredProof>`
          select ${proofColumns} from audit.command_proofs where system_id = ${sql.lit(systemId)} order by audit.command_proofs.xid`,
      );
      this.#streams.set(systemId, (stream = { rows, next: await nextOf(rows) }));
    }
    while (stream.next && BigInt(stream.next.xid) < BigInt(xid)) {
      const { commandId } = stream.next;
      this.#findings.add(
        'event_missing',
        `command ${String(commandId)}`,
        'it was proven, and no event of it is here',
      );
      stream.next = await nextOf(stream.rows);
    }
    if (stream.next?.xid !== xid) return undefined;
    const proof = stream.next;
    stream.next = await nextOf(stream.rows);
    return proof;
  }
}

async function nextOf(rows: AsyncGenerator<StoredProof>): Promise<StoredProof | undefined> {
  const result = await rows.next();
  return result.done ? undefined : result.value;
}

/** Returns the database user of the session, according to the event's header. */
function openedBy({ command, first }: Group): string {
  const user = /"user" ?: ?"([^"]*)"/.exec((command ?? first).header)?.[1];
  return user === undefined
    ? 'its user of the database is not known'
    : `its user of the database was ${user}`;
}
