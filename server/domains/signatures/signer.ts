import { sql, type RawBuilder } from 'kysely';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import {
  closuresOf,
  withdrawAttempt,
  openClosuresSql,
  type AttemptKeys,
  type OpenClosure,
  type StoredClosure,
} from '#server/domains/accounts/index.ts';
import type { DatabaseTime } from '#server/platform/clock/clock.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** The facts of a person that signing needs, read from the database in one statement with its clock (SIG-01 … SIG-05). */
export interface Signer {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly mustChangePassword: boolean;
  readonly passwordHash: string | null;
  readonly credentialId: number | null;
  readonly agreementId: number | null;
  readonly closures: readonly OpenClosure[];
  readonly told: DatabaseTime;
}

interface StoredSigner extends Omit<Signer, 'closures' | 'told'> {
  readonly closures: readonly StoredClosure[];
  /** Of the database's own clock, in milliseconds. */
  readonly now: number;
}

const signerSql = (userId: string): RawBuilder<StoredSigner> => sql<StoredSigner>`(
  select json_build_object('firstName', signer.first_name, 'lastName', signer.last_name, 'email', signer.email,
    'mustChangePassword', signer.must_change_password, 'passwordHash', signer.password_hash,
    'credentialId', (select c.id from temporary_credentials c where c.user_id = signer.id and c.ended_at is null),
    'agreementId', (select g.id from signature_agreements g
      where g.user_id = signer.id and g.text_version = ${String(currentAgreement.version)}::text),
    'closures', ${openClosuresSql(userId)}, 'now', extract(epoch from clock_timestamp()) * 1000)
  from users signer where signer.id = ${userId}::text)`;

/** Reads the record that a person is about to sign together with the facts about the person that signing needs (PERF-03). */
export async function readSigner<Found extends { readonly extra: StoredSigner | null }>(
  userId: string,
  read: (extra: RawBuilder<StoredSigner>) => Promise<Found>,
): Promise<{ readonly found: Found; readonly signer: Signer | null }> {
  const before = Date.now();
  const found = await read(signerSql(userId));
  const after = Date.now();
  if (!found.extra) return { found, signer: null };
  const { now, closures, ...facts } = found.extra;
  return { found, signer: { ...facts, closures: closuresOf(closures), told: { before, now, after } } };
}

/** Returns the same of the signed-in person by itself. */
export async function readOwnSigner(ctx: RequestContext): Promise<Signer> {
  const { signer } = await readSigner(ctx.actor.id, async (extra) => {
    const { rows } = await sql<{ extra: StoredSigner }>`select ${extra} as extra`.execute(ctx.db);
    return { extra: rows[0]?.extra ?? null };
  });
  if (!signer) throw new Error('the signed-in person is not there');
  return signer;
}

/**
 * Runs the command that signs, which credits the attempt at the password with the signature. If it fails, or finds that there is
 * no longer anything to sign, the attempt, which was correct, is credited separately (AUTH-11).
 */
export async function forgivingAttempt(
  { services }: RequestContext,
  { attempt }: { readonly attempt: AttemptKeys | null },
  command: (signed: () => void) => Promise<unknown>,
): Promise<void> {
  let isTakenBack = false;
  try {
    let hasSigned = false;
    await command(() => {
      hasSigned = true;
    });
    isTakenBack = hasSigned;
  } finally {
    if (attempt && !isTakenBack) await withdrawAttempt(services.db, attempt);
  }
}
