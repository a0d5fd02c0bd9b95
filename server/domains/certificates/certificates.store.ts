import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { AssignmentCompleted, AssignmentsVoided } from '#server/domains/assignments/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { signNewCertificate } from './certificate-statements.ts';
import type { RevocationReason } from '#shared/reasons/findings.ts';

/**
 * Subscriber of `assignment.completed`: issues the certificate in the completion's transaction (LRN-05). It has a number for
 * people and a code that nobody can guess; the installation signs both with its public-key signature (SIG-04).
 */
export async function issueCertificate(tx: CommandTransaction, event: AssignmentCompleted): Promise<void> {
  const code = randomBytes(18).toString('base64url');
  await signNewCertificate(
    tx.db,
    tx.services.config,
    sql`insert into certificates (number, code, training_record_id, expires_on)
    select 'TT-' || to_char(app_now() at time zone 'UTC', 'YYYY') || '-' || to_char(nextval('certificate_numbers'), 'FM000000'),
      ${code}, r.id, r.expires_on
    from training_records r where r.id = ${event.recordId}
    returning id, number, code, issued_at, expires_on, training_record_id`,
  );
}

/** Subscriber of `assignment.voided`: the certificates of voided completions are revoked, with the reason (LRN-06). */
export async function revokeCertificates(tx: CommandTransaction, event: AssignmentsVoided): Promise<void> {
  const code: RevocationReason | null = event.code ?? (event.reason === null ? 'training_withdrawn' : null);
  await sql`
    update certificates c
    set revoked_at = app_now(), revoked_by = ${tx.actorId}, revoked_reason = ${event.reason}, revoked_code = ${code}
    from training_records r
    where r.id = c.training_record_id and c.revoked_at is null and r.assignment_id = any(${[...event.assignmentIds]}::int[])
  `.execute(tx.db);
}
