import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { secretHashPrefix } from '#server/db/schema/audit-capture.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';
import { storedPassword } from './own-password.ts';

const action = 'system.passwords-proven';

/** Returns whether every stored password must have its MAC. The trail shows the first start that ensured this. */
export async function arePasswordsProven(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from audit.events where kind = 'command' and action = ${action} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Adds the MAC to passwords that an installation stored before it had MACs (AUD-04). It runs once and covers the passwords whose
 * hash is in the trail. The application did not store any other password, so these do not sign in.
 */
export async function provePasswords(services: Services): Promise<void> {
  if (await arePasswordsProven(services.db)) return;
  await runCommand(services, { action, actorId: null }, async ({ db }) => {
    const { rows } = await sql<{ id: string; stored: string }>`
      select u.id, u.password_hash as stored from users u
      where u.password_hash is not null and strpos(u.password_hash, '#') = 0
        and encode(sha256(convert_to(${secretHashPrefix('users', 'password_hash')} || u.id || chr(10) || u.password_hash, 'UTF8')), 'hex')
          is not distinct from coalesce((
            select coalesce(e.payload, e.residual)::jsonb #>> '{secretHashes,password_hash}' from audit.events e
            where e.object_type = 'users' and e.object_id = u.id and e.kind in ('insert', 'update')
              and coalesce(e.payload, e.residual)::jsonb -> 'secretHashes' ? 'password_hash'
            order by e.id desc limit 1),
          encode(sha256(convert_to(${secretHashPrefix('users', 'password_hash')} || u.id || chr(10) || u.password_hash, 'UTF8')), 'hex'))
      order by u.id for update`.execute(db);
    await storePasswords(
      db,
      rows.map(({ id, stored }) => ({ id, stored: storedPassword(services.config, id, stored) })),
    );
  });
}

/** Writes what is stored of the passwords of many people, in one statement. */
export async function storePasswords(
  db: Kysely<DB>,
  people: readonly { readonly id: string; readonly stored: string }[],
): Promise<void> {
  if (people.length === 0) return;
  await sql`
    update users u set password_hash = p.stored
    from unnest(${people.map(({ id }) => id)}::text[], ${people.map(({ stored }) => stored)}::text[]) p (id, stored)
    where u.id = p.id`.execute(db);
}
