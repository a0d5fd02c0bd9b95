import { sql, type Kysely } from 'kysely';
import { attachAudit, openMigrationCommand } from '#server/db/migrations/support.ts';
import { signingIdentitySql } from '#server/db/schema/signing-identity.ts';

/** SIG-05: signing is closed after acts of others on an account, until its person has proved who they are. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(signingIdentitySql).execute(db);
  await attachAudit(db);
  const { rows } = await sql<{ standing: boolean }>`
    select exists (select 1 from temporary_credentials where ended_at is null and issued_by is not null) as standing`.execute(
    db,
  );
  if (rows[0]?.standing !== true) return;
  // Passwords that administrators know by now close signing as those that they issue from now on.
  await openMigrationCommand(db, 'SIG-05');
  await sql`
    insert into signing_closures (user_id, cause, caused_by, caused_at)
    select c.user_id, 'credential_issued', c.issued_by, c.created_at
    from temporary_credentials c join users u on u.id = c.user_id
    where c.ended_at is null and c.issued_by is not null and u.last_sign_in_at is not null and u.erased_at is null`.execute(
    db,
  );
}
