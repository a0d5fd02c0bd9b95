import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { keyRing } from '#server/platform/crypto/key-ring.ts';
import { fingerprintOf, type KeySource } from '#server/platform/crypto/keys.ts';
import {
  openFormer,
  readGenerations,
  type KeyGeneration,
} from '#server/platform/installation/key-generations.ts';
import { handOverFault } from '../hand-over.ts';
import { installationSealingKey, sealingKeyId } from '../sealing-key.ts';
import type { Findings } from './findings.ts';

/**
 * Checks the secrets of the installation (OPS-09). The installation must use the secret that `verify` was given. That secret must
 * open the former ones, each of which must have signed its successor. Nothing may be signed with a former secret after its end.
 */
export async function checkKeys(tx: Transaction<DB>, keys: KeySource, findings: Findings): Promise<void> {
  const installation = await tx
    .selectFrom('installation')
    .select(['id', 'keyFingerprint'])
    .executeTakeFirst();
  const generations = await readGenerations(tx);
  // A database that no server of this version has opened yet.
  if (!installation && generations.length === 0) return;
  if (installation?.keyFingerprint !== fingerprintOf(keys))
    findings.add(
      'key_changed',
      'installation',
      'its fingerprint is not that of the secret of this installation',
    );
  for (const [index, generation] of generations.entries()) {
    const fault =
      generationFault(keys, generation, index === generations.length - 1) ??
      orderFault(installation?.id ?? '', generations[index - 1], generation);
    if (fault !== undefined)
      findings.add('key_changed', `key_generations ${String(generation.number)}`, fault);
  }
  const current = generations.at(-1);
  if (!current || current.retiredAt !== null)
    findings.add('key_changed', 'key_generations', 'there is no generation for the secret of today');
  await checkLateSignatures(tx, keys, findings);
}

function generationFault(keys: KeySource, generation: KeyGeneration, isLast: boolean): string | undefined {
  const { retiredAt, fingerprint, sealingPublicKey } = generation;
  if (retiredAt === null && !isLast) return 'it never ended, though others follow it';
  const secret = retiredAt === null ? { secretKey: keys.secretKey, retiredAt } : openFormer(keys, generation);
  if (!secret) return 'its secret was not sealed by this installation';
  if (fingerprintOf(secret) !== fingerprint || installationSealingKey(secret).publicKey !== sealingPublicKey)
    return 'its fingerprint or its sealing key is not that of its secret';
  if (secret.retiredAt?.getTime() !== retiredAt?.getTime()) return 'it ended at another time';
  return undefined;
}

function orderFault(
  installation: string,
  former: KeyGeneration | undefined,
  generation: KeyGeneration,
): string | undefined {
  if (!former) return generation.number === 1 ? undefined : 'those before it are missing';
  if (generation.number !== former.number + 1) return 'the one before it is missing';
  return handOverFault(installation, former, generation);
}

/** Returns the event in which the trail records the retirement of a key, by the id of the sealing key. */
export async function readRetirements(tx: Transaction<DB>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ publicKey: string; event: number }>`
    select g.sealing_public_key as "publicKey", min(e.id) as event
    from key_generations g join audit.events e
      on e.object_type = 'key_generations' and e.object_id = (g.number + 1)::text and e.kind = 'insert'
    group by g.number`.execute(tx);
  return new Map(rows.map(({ publicKey, event }) => [sealingKeyId(publicKey), event]));
}

/**
 * Finds signatures with a former secret that came into the trail after its end, because anyone who has that secret can backdate a
 * signature. Signatures with a later date are not valid anyway.
 */
async function checkLateSignatures(tx: Transaction<DB>, keys: KeySource, findings: Findings): Promise<void> {
  const retirements = await readRetirements(tx);
  const signing = keyRing(keys, 'signatures').all.slice(1);
  for (const [index, former] of (keys.formerSecrets ?? []).entries()) {
    const event = retirements.get(installationSealingKey(former).id);
    const key = signing[index];
    if (event === undefined || !key) continue;
    const { rows } = await sql<{ id: number }>`
      select s.id from signatures s join audit.events e
        on e.object_type = 'signatures' and e.object_id = s.id::text and e.kind = 'insert'
      where s.key_id = ${key.id} and s.signed_at <= ${former.retiredAt} and e.id > ${event} order by s.id`.execute(
      tx,
    );
    for (const { id } of rows)
      findings.add(
        'signature_invalid',
        `signatures ${String(id)}`,
        'it came into the trail after its key was retired',
      );
    const { id: keyId } = installationSealingKey(former);
    const { rows: late } = await sql<{ name: string }>`
      select coalesce('certificates ' || p.certificate_id, 'signatures ' || p.signature_id) as name
      from public_signatures p join audit.events e
        on e.object_type = 'public_signatures' and e.object_id = p.id::text and e.kind = 'insert'
      where p.key_id = ${keyId} and p.made_at <= ${former.retiredAt} and e.id > ${event} order by p.id`.execute(
      tx,
    );
    for (const { name } of late)
      findings.add(
        'signature_invalid',
        name,
        'its public-key signature came into the trail after its key was retired',
      );
  }
}
