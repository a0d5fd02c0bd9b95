import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { DB } from '#server/db/db.d.ts';
import { recordFaults } from '#server/domains/assignments/index.ts';
import { signCertificates } from '#server/domains/certificates/index.ts';
import { hrRecordFaults, hrRecordTypes } from '#server/domains/hr/index.ts';
import {
  signPublicly,
  signaturesUnder,
  textOfSignature,
  type SignedRecordType,
} from '#server/domains/signatures/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { readAcknowledgements } from './runs/acknowledgements.ts';

const pageSize = 500;

/**
 * Adds public-key signatures to records from before there were any, marked as added afterwards (SIG-04). Only records that are
 * proven by MAC, hashes and trail get one; `verify` reports the others. Ends with a mark in the installation, after which a
 * missing signature is a finding. Safe to run twice and to be interrupted, because it continues with the records that have none
 * yet.
 */
export const signRecordsJob = defineJob({
  name: 'audit.sign-records',
  data: z.object({}),
  schedule: '* * * * *',
  waitsOnceFor: () => 'sweep',
  run: async (services, _data, stopping) => {
    if (!(await isWaiting(services.db))) return;
    for (const pages of [completionPages, signaturePages]) {
      if (!(await signAll(services, pages, stopping))) return;
    }
    await runCommand(services, { action: 'system.recordsSigned', actorId: null }, async (tx) => {
      if (!(await isWaiting(tx.db))) return;
      await sql`update installation set records_signed_at = app_now()`.execute(tx.db);
    });
  },
});

async function isWaiting(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select 1 from installation where records_signed_at is null`.execute(db);
  return rows.length > 0;
}

/** A kind of records to sign: how the records without a signature are read page by page, and how they are signed. */
interface Pages {
  readonly next: (after: number) => RawBuilder<{ id: number }>;
  readonly sign: (services: Services, ids: readonly number[]) => Promise<void>;
}

/** Returns whether the end was reached before the process has to stop. */
async function signAll(
  services: Services,
  { next, sign }: Pages,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  for (let after = 0; ;) {
    if (stopping?.aborted) return false;
    const { rows } = await next(after).execute(services.db);
    const last = rows.at(-1);
    if (!last) return true;
    await sign(
      services,
      rows.map(({ id }) => id),
    );
    after = last.id;
  }
}

const inCommand = (services: Services, work: (db: Kysely<DB>) => Promise<void>): Promise<void> =>
  runCommand(services, { action: 'system.recordsSigned', actorId: null }, (tx) => work(tx.db));

const completionPages: Pages = {
  next: (after) => sql`
    select c.training_record_id as id from certificates c left join public_signatures p on p.certificate_id = c.id
    where p.id is null and c.training_record_id > ${after} order by c.training_record_id limit ${pageSize}`,
  sign: async (services, ids) => {
    const { config, db } = services;
    const faults = await recordFaults(config, db, ids);
    const known = await inTrail(db, ids);
    const whole = ids.filter((id) => faults.get(id)?.length === 0 && known.has(id));
    if (whole.length > 0)
      await inCommand(services, (tx) => signCertificates(tx, config, whole, 'afterwards'));
  },
};

/**
 * Returns the completions that the trail recorded exactly as they are. A completion without a signature has no MAC that proves
 * this.
 */
async function inTrail(db: Kysely<DB>, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select r.id from training_records r join audit.events e
      on e.object_type = 'training_records' and e.object_id = r.id::text and e.kind = 'insert'
    where r.id = any(${[...ids]}::int[])
      and coalesce(e.payload, e.residual)::jsonb -> 'after' ->> 'record_hash' = r.record_hash`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const signaturePages: Pages = {
  next: (after) => sql`
    select s.id from signatures s left join public_signatures p on p.signature_id = s.id
    where p.id is null and s.record_type <> 'training_records' and s.id > ${after} order by s.id limit ${pageSize}`,
  sign: async (services, ids) => {
    const { config, db } = services;
    const { rows } = await sql<{ id: number; type: SignedRecordType; recordId: number }>`
      select id, record_type as type, record_id from signatures where id = any(${[...ids]}::int[])`.execute(
      db,
    );
    for (const [type, records] of Map.groupBy(rows, (row) => row.type)) {
      const recordIds = [...new Set(records.map(({ recordId }) => recordId))];
      const wrong = await wrongSignatures(config, db, type, recordIds);
      const due = new Set(records.map(({ id }) => id).filter((id) => !wrong.has(id)));
      const under = await signaturesUnder(db, type, recordIds);
      const texts = [...under.values()]
        .flat()
        .filter(({ id }) => due.has(id))
        .map((signature) => ({ id: signature.id, text: textOfSignature(signature) }));
      if (texts.length > 0)
        await inCommand(services, (tx) =>
          signPublicly(tx, config, 'signatures', texts, { occasion: 'afterwards' }),
        );
    }
  },
};

/** Returns the signatures under records that show as not valid. */
async function wrongSignatures(
  config: KeySource,
  db: Kysely<DB>,
  type: SignedRecordType,
  recordIds: readonly number[],
): Promise<ReadonlySet<number | null>> {
  const hrType = hrRecordTypes.find((known) => known === type);
  if (hrType) {
    const faults = await hrRecordFaults(config, db, hrType, recordIds);
    return new Set(faults.map(({ signatureId }) => signatureId));
  }
  const acknowledgements = await readAcknowledgements(config, db, recordIds);
  return new Set(
    acknowledgements.filter(({ signature }) => !signature?.valid).map(({ signatureId }) => signatureId),
  );
}
