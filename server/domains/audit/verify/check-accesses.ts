import { accessMac, accessProofPurpose, type AccessProof } from '#server/platform/command/record-access.ts';
import { keyRing, type KeyRing } from '#server/platform/crypto/key-ring.ts';
import { equalInConstantTime, type KeySource } from '#server/platform/crypto/keys.ts';
import type { Findings } from './findings.ts';
import { parseObject } from './json.ts';
import type { StoredEvent } from './trail.ts';

/** An access is recorded within seconds, and the clocks of server and database may differ by a minute: a copy of an older one is a forgery. */
const longestDelayMs = 15 * 60_000;

/**
 * Checks that reads and attempts outside a command were recorded with the key of the installation (AUD-02). Pass it those whose
 * transaction has no proof, in the order of the trail. Accesses from before accesses had proofs are ignored.
 */
export class AccessProofs {
  readonly #keys: KeyRing;
  readonly #findings: Findings;
  /** A proven access was met: from then on all are. */
  #begun = false;

  constructor(keys: KeySource, findings: Findings) {
    this.#keys = keyRing(keys, accessProofPurpose);
    this.#findings = findings;
  }

  /** Checks one access; a redacted one has lost the data that its proof covers, and the redaction itself is proven. */
  judge(event: StoredEvent): void {
    if (event.payload === null) return;
    const holds = this.#holds(event, event.payload);
    if (holds) this.#begun = true;
    else if (holds === false || this.#begun)
      this.#findings.add(
        'command_unproven',
        `event ${String(event.id)}`,
        'the application did not record this access',
      );
  }

  /** Returns whether the proof of an event is right; undefined if the event claims no proof. */
  #holds(event: StoredEvent, payload: string): boolean | undefined {
    const inHeader = factsOf(event.header);
    const { proof, ...rest } = factsOf(payload);
    if (proof === undefined) return undefined;
    const { at, keyId, mac } = proof as Partial<Record<keyof AccessProof, unknown>>;
    if (typeof at !== 'string' || typeof keyId !== 'string' || typeof mac !== 'string') return false;
    const key = this.#keys.find(keyId);
    const time = Date.parse(event.at);
    if (!key || !(Math.abs(Date.parse(at) - time) <= longestDelayMs)) return false;
    if (key.retiredAt !== null && time > key.retiredAt.getTime()) return false;
    const { action, objectType, objectId, actorId, subjectId, outcome } = event;
    return [event.organizationId, null].some((organizationId) =>
      equalInConstantTime(
        mac,
        accessMac(key.key, {
          action,
          objectType: objectType ?? '',
          objectId,
          actorId,
          subjectId,
          organizationId,
          outcome,
          at,
          circumstances: { ...inHeader, ...rest },
        }),
      ),
    );
  }
}

/** A text that is no longer JSON is reported by the check of events. */
function factsOf(text: string): Readonly<Record<string, unknown>> {
  const facts = parseObject(text)?.['facts'];
  return typeof facts === 'object' && facts !== null ? { ...facts } : {};
}
